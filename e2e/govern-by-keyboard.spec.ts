import { expect, type Locator, type Page } from "@playwright/test";
import { createAgentClient } from "./agent-client";
import { findBarriers } from "./find-barriers";
import { test } from "./fixtures";
import { switchLanguage } from "./pages/shell";
import { SignInPage } from "./pages/sign-in-page";
import { word } from "./words";

const MOST_STOPS = 120;

/** Goes from where focus is to this by Tab alone, as somebody without a pointer would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const box = await target.boundingBox();
      const shown = await target.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        return over !== null && (element.contains(over) || over.contains(element));
      });
      expect(box, "what has focus has a place").not.toBeNull();
      expect(shown, "what has focus is not covered").toBe(true);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`not reached by ${MOST_STOPS} presses of Tab: ${target}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

test("an administrator publishes a policy and rolls it back, by keyboard alone", async ({
  page,
  story,
  complaints,
}) => {
  expect(story.traceId).toMatch(/^ret_/);
  await new SignInPage(page).enterDemo("admin");
  await switchLanguage(page, "English");
  await page.goto("/console/policies");
  await expect(page.getByText("the defaults are in force")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await press(page, page.getByRole("link", { name: word("en", "policies.edit") }));
  await page.waitForURL("**/console/policies/edit");
  await expect(page.getByText("Written against the defaults.")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  const number = page.getByRole("spinbutton").first();
  await tabTo(page, number);
  const before = await number.inputValue();
  const after = String(Math.max(1, Number(before)) === Number(before) ? Number(before) + 1 : 0.5);
  // Emptied first and typed anew: the old number may not come back in between.
  for (let left = before.length; left > 0; left--) await page.keyboard.press("Backspace");
  await expect(number).toHaveValue("");
  await page.keyboard.type(after);
  await expect(number).toHaveValue(after);
  // Tried first on what agents asked for lately: a sentence says what would come out differently.
  await press(page, page.getByRole("button", { name: word("en", "policies.try") }));
  await expect(page.getByRole("status").filter({ hasText: /asked again/ })).toBeInViewport();
  expect(await findBarriers(page)).toEqual([]);
  // What was found out about one draft is not shown of another.
  await tabTo(page, page.getByRole("spinbutton").nth(1));
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("status").filter({ hasText: /asked again/ })).toHaveCount(0);
  await press(page, page.getByRole("button", { name: word("en", "policies.look") }));
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await press(page, dialog.getByRole("button", { name: word("en", "policies.publish"), exact: true }));
  await expect(dialog.getByText(word("en", "policies.reasonNeeded"))).toBeVisible();
  await tabTo(page, dialog.getByRole("textbox"));
  await page.keyboard.type("Tried by keyboard.");
  await press(page, dialog.getByRole("button", { name: word("en", "policies.publish"), exact: true }));
  await page.waitForURL("**/console/policies/1");
  await expect(page.getByText(word("en", "policies.inForceNow"))).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.goto("/console/policies");
  await press(page, page.getByRole("button", { name: word("en", "policies.rollBack") }).first());
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole("textbox"));
  await page.keyboard.type("Back again.");
  await press(page, dialog.getByRole("button", { name: word("en", "policies.rollBack"), exact: true }));
  await page.waitForURL("**/console/policies/2");

  await page.goto("/console/members");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("an administrator rotates a key by keyboard alone, and focus comes back to the page", async ({
  page,
  server,
  complaints,
}) => {
  const agent = await createAgentClient({
    ...server,
    tenant: "demo",
    name: "Rotating reader",
    scopes: ["project:atlas"],
    sourceTypes: ["user_statement"],
  });
  await new SignInPage(page).enterDemo("admin");
  await switchLanguage(page, "English");
  await page.goto("/console/agents");
  const keys = page.getByRole("region", { name: "Keys of Rotating reader" });
  const trigger = keys.getByRole("button", { name: word("en", "agents.rotate") });
  await trigger.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(trigger).toBeFocused();
  await page.keyboard.press("Enter");
  await press(page, dialog.getByRole("button", { name: word("en", "agents.rotate"), exact: true }));
  await expect(dialog).toContainText("The old key works until");
  await press(page, dialog.getByRole("button", { name: word("en", "agents.stored") }));
  await expect(dialog).toBeHidden();
  // Both work while the old one lasts.
  await expect(keys.getByRole("row")).toHaveCount(3);
  expect((await agent.send("GET", "/whoami")).status).toBe(200);
  expect(complaints).toEqual([]);
});

test("a privacy officer uncovers one person's words with a reason, by keyboard alone", async ({
  page,
  story,
  complaints,
}) => {
  expect(story.traceId).toMatch(/^ret_/);
  await new SignInPage(page).enterDemo("op1");
  await switchLanguage(page, "English");
  await page.goto("/console/subjects/user%3Alin");
  const open = page.getByRole("button", { name: word("en", "subjects.reveal"), exact: true });
  await open.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const act = dialog.getByRole("button", { name: word("en", "subjects.reveal"), exact: true });
  await press(page, act);
  await expect(dialog.getByText(word("en", "subjects.whyNeeded"))).toBeVisible();
  await tabTo(page, dialog.getByRole("radio").first());
  await page.keyboard.press("Space");
  await press(page, act);
  await expect(dialog).toBeHidden();
  await expect(page.getByText("it stands in this person’s activity")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
