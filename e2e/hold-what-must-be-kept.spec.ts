import { expect, type Page } from "@playwright/test";
import { createAgentClient } from "./agent-client";
import { findBarriers } from "./find-barriers";
import { test } from "./fixtures";
import { switchLanguage } from "./pages/shell";
import { SignInPage } from "./pages/sign-in-page";
import { word } from "./words";

const step = (page: Page, scope: string, name: string) =>
  page
    .getByRole("row")
    .filter({ hasText: scope })
    .getByRole("button", { name: word("en", `holds.step.${name}`) });
const stamp = (page: Page, scope: string, state: string) =>
  page
    .getByRole("row")
    .filter({ hasText: scope })
    .locator(".stamp", { hasText: word("en", `holds.state.${state}`) });

test("two people hold what must be kept, a deletion waits and says so, and runs when two have released it", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  const scope = `project:case${Date.now() % 100_000}`;
  const agent = await createAgentClient({ ...server, tenant: "demo", name: "Case reader", scopes: [scope] });
  const told = await agent.post<{ memory: { memory_id: string } }>("/memories", {
    scope,
    subject: scope,
    predicate: "deadline",
    value: "Friday",
    statement: "The deadline is Friday.",
    source: { type: "user_statement" },
  });

  // Proposed by keyboard: Enter in a field is enough.
  await new SignInPage(page).enterDemo("op1");
  await switchLanguage(page, "English");
  await page.goto("/console/holds");
  await page.getByRole("button", { name: word("en", "holds.place") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: word("en", "holds.kind.scope") }).check();
  await dialog.getByRole("textbox", { name: word("en", "holds.kind.scope") }).press("Enter");
  await expect(dialog.getByText(word("en", "holds.needed.scope"))).toBeVisible();
  await dialog.getByRole("textbox", { name: word("en", "holds.kind.scope") }).fill(scope);
  await page.keyboard.press("Enter");
  await expect(stamp(page, scope, "proposed")).toBeVisible();
  await expect(step(page, scope, "approve")).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);

  const other = await browser.newContext({ baseURL: server.baseUrl });
  const theirs = await other.newPage();
  await new SignInPage(theirs).enterDemo("admin");
  await switchLanguage(theirs, "English");
  await theirs.goto("/console/holds");
  await step(theirs, scope, "approve").click();
  await expect(stamp(theirs, scope, "active")).toBeVisible();

  const asked = await agent.post<{ deletion_id: string; on_hold: boolean }>("/deletions", {
    selector: { memory_ids: [told.memory.memory_id] },
  });
  expect(asked.on_hold).toBe(true);
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: scope })).toContainText("1");

  // Whoever looks after deletions sees why this one stands still, in the list and on its own page.
  await theirs.goto("/console/deletions?status=requested");
  const waiting = theirs.getByRole("row").filter({ has: theirs.locator(`a[href$="${asked.deletion_id}"]`) });
  await expect(waiting).toContainText(word("en", "deletionStates.onHold"));
  await waiting.getByRole("link").click();
  await expect(theirs.getByText(word("en", "deletionStates.onHold"))).toBeVisible();
  await theirs.goto("/console/holds");

  await step(page, scope, "release").click();
  await expect(stamp(page, scope, "releasing")).toBeVisible();
  await theirs.reload();
  await step(theirs, scope, "grant").click();
  await expect(stamp(theirs, scope, "released")).toBeVisible();
  await expect(async () => {
    const now = await agent.get<{ status: string; on_hold: boolean }>(`/deletions/${asked.deletion_id}`);
    expect(now).toMatchObject({ status: "complete", on_hold: false });
  }).toPass();
  await other.close();
  expect(complaints).toEqual([]);
});
