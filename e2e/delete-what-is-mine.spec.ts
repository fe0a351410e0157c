import { expect } from "@playwright/test";
import { createAgentClient } from "./agent-client";
import { findBarriers } from "./find-barriers";
import { test } from "./fixtures";
import { switchLanguage } from "./pages/shell";
import { SignInPage } from "./pages/sign-in-page";
import { word } from "./words";

interface Told {
  memory: { memory_id: string };
}

test("a person deletes what one agent wrote: by exact numbers, with their password, and with time to cancel", async ({
  page,
  server,
  complaints,
}) => {
  const agent = await createAgentClient({
    ...server,
    tenant: "demo",
    name: "Gardening helper",
    scopes: ["user:viewer", "user:op2"],
    sourceTypes: ["user_statement"],
  });
  const tell = (who: string, plant: string) =>
    agent.post<Told>("/memories", {
      scope: `user:${who}`,
      subject: `user:${who}`,
      predicate: `grows_${plant}`,
      value: plant,
      statement: `Grows ${plant} on the balcony.`,
      topic: "Garden",
      source: { type: "user_statement", quote: `I grow ${plant}.` },
    });
  const first = await tell("viewer", "basil");
  await tell("viewer", "thyme");
  const others = await tell("op2", "mint");

  await new SignInPage(page).enterDemo("viewer");
  await switchLanguage(page, "English");
  await page.goto("/me/agents");
  const row = page.getByRole("listitem").filter({ hasText: "Gardening helper" }).first();
  await row
    .getByRole("button", { name: word("en", "myAgents.pauseOf").replace("{name}", "Gardening helper") })
    .click();
  await expect(row.getByText("Paused for you since")).toBeVisible();
  expect((await agent.send("GET", `/memories/${first.memory.memory_id}`)).status).toBe(404);
  expect((await agent.send("GET", `/memories/${others.memory.memory_id}`)).status).toBe(200);
  await row
    .getByRole("button", { name: word("en", "myAgents.resumeOf").replace("{name}", "Gardening helper") })
    .click();
  await expect(row.getByText(word("en", "myAgents.on"))).toBeVisible();

  await row.getByRole("link", { name: word("en", "myAgents.removeAll") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Gardening helper");
  const counted = page.getByRole("region", { name: word("en", "deleteMine.goes") });
  await expect(counted.getByRole("definition").first()).toHaveText("2");
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("link", { name: word("en", "deleteMine.goOn") }).click();
  const confirm = page.getByRole("button", { name: "Delete 2 memories" });
  await confirm.click();
  await expect(page.getByText(word("en", "deleteMine.typeNeeded"))).toBeVisible();
  await page.getByLabel(word("en", "deleteMine.type")).fill("Gardening helper");
  await page.getByLabel(word("en", "deleteMine.password")).fill("not the password");
  await confirm.click();
  await expect(page.getByText(word("en", "deleteMine.passwordWrong"))).toBeVisible();

  // More was written since the numbers were counted: they are shown anew, and nothing is asked for.
  await tell("viewer", "sage");
  await page.getByLabel(word("en", "deleteMine.password")).fill("keepsake-demo");
  await confirm.click();
  // One place says it: a second would be read out a second time.
  await expect(page.getByText(word("en", "deleteMine.changed"))).toHaveCount(1);
  await expect(counted.getByRole("definition").first()).toHaveText("3");
  expect((await agent.send("GET", `/memories/${first.memory.memory_id}`)).status).toBe(200);
  await page.getByRole("button", { name: "Delete 3 memories" }).click();
  await page.waitForURL(/\/me\/receipts\/del_/);
  const cancel = page.getByRole("button", { name: word("en", "receipt.cancel") });
  await expect(cancel).toBeVisible();
  // No agent reads it from the moment it was asked for, though nothing is removed yet.
  expect((await agent.send("GET", `/memories/${first.memory.memory_id}`)).status).toBe(404);
  await cancel.click();
  await expect(page.locator(".seal")).toHaveAttribute("data-state", "cancelled");
  expect((await agent.send("GET", `/memories/${first.memory.memory_id}`)).status).toBe(200);
  await expect(cancel).toHaveCount(0);

  await page.goto("/me/activity?type=deleted");
  await expect(page.getByText("cancelled a deletion").first()).toBeVisible();
  await page.goto("/me/activity?type=settings");
  await expect(page.getByText("paused the agent Gardening helper")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("an operator's look at a person's words stands in that person's activity", async ({
  page,
  browser,
  server,
}) => {
  const agent = await createAgentClient({
    ...server,
    tenant: "demo",
    name: "Careful proposer",
    scopes: ["user:viewer"],
    sourceTypes: ["agent_inference"],
  });
  const asked = await agent.post<{ approval_id: string | null }>("/memories", {
    scope: "user:viewer",
    subject: "user:viewer",
    predicate: "payment_method",
    value: "company card",
    statement: "Pays with the company card.",
    source: { type: "agent_inference" },
  });
  expect(asked.approval_id).not.toBeNull();
  const desk = await browser.newContext({ baseURL: server.baseUrl });
  const theirs = await desk.newPage();
  await new SignInPage(theirs).enterDemo("op2");
  await switchLanguage(theirs, "English");
  await theirs.goto(`/console/approvals/${asked.approval_id}`);
  await expect(theirs.getByRole("heading", { level: 1 })).toContainText("Pays with the company card.");
  await desk.close();

  await new SignInPage(page).enterDemo("viewer");
  await switchLanguage(page, "English");
  await page.goto("/me/activity?type=viewed");
  const line = page.getByRole("listitem").filter({ hasText: "Ben Okafor" });
  await expect(line.first()).toContainText("looked at the words");
  await expect(line.first()).toContainText("Pays with the company card.");
});

test("a person tells something themselves, and goes by keyboard", async ({ page, story, complaints }) => {
  expect(story.traceId).toMatch(/^ret_/);
  await new SignInPage(page).enterDemo("viewer");
  await switchLanguage(page, "English");
  await page.goto("/me");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: word("en", "palette.label") }).fill("记忆");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/me/memories");
  await page.getByRole("button", { name: word("en", "remember.open") }).click();
  await page.getByLabel(word("en", "remember.label")).fill(`My desk is number ${Date.now() % 100_000}.`);
  await page.getByRole("button", { name: word("en", "remember.save"), exact: true }).click();
  await expect(page.getByText(word("en", "remember.outcome.committed")).first()).toBeVisible();
  await page.reload();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText(word("en", "palette.help"));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  // The second key is waited for a moment only, which a machine under load may miss: then both are pressed again.
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.waitForURL("**/me/settings", { timeout: 10_000 });
  }).toPass();
  expect(complaints).toEqual([]);
});
