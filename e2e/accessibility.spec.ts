import { expect } from "@playwright/test";
import { findBarriers } from "./find-barriers";
import { test } from "./fixtures";
import { leaveReceipt, listRoutes } from "./list-routes";
import { switchLanguage } from "./pages/shell";
import { SignInPage } from "./pages/sign-in-page";

for (const language of ["English", "简体中文"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`no page keeps anyone out: ${language}, ${colorScheme}`, async ({ page, story, complaints }) => {
      await page.emulateMedia({ colorScheme });
      await new SignInPage(page).enterDemo("op1");
      await switchLanguage(page, language);
      const problems: string[] = [];
      for (const route of listRoutes(story, await leaveReceipt(story))) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.goto(route.path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        problems.push(...(await findBarriers(page)).map((barrier) => `${route.name}: ${barrier}`));
        await page.setViewportSize({ width: 390, height: 844 });
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (excess > 0) problems.push(`${route.name}: scrolls sideways by ${excess} px at 390`);
        // The last of its row, which is wider than a phone; drawn anew at this width, as a phone does.
        if (route.name === "settings") {
          await page.reload();
          await expect(page.locator("[aria-current=page]").last()).toBeInViewport({ ratio: 0.9 });
        }
      }
      expect(problems).toEqual([]);
      expect(complaints).toEqual([]);
    });
  }
}

test("the sign-in page keeps nobody out, and says what is wrong", async ({ page, complaints }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.enter("nobody@demo.keepsake", "not the password");
  await expect(page.getByRole("alert").filter({ hasText: "E-mail or password is not right" })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a person deletes a memory by keyboard alone", async ({ page, story }) => {
  await new SignInPage(page).enterDemo("op1");
  // The profile keeps whatever language an earlier journey chose.
  await switchLanguage(page, "English");
  await page.goto(`/me/memories/${story.memories.editor}`);
  // The dialog has a button of the same name, and takes a moment to go.
  const trigger = page.getByRole("main").getByRole("button", { name: "Delete", exact: true });
  await trigger.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(trigger).toBeFocused();
  await page.keyboard.press("Enter");
  const confirm = dialog.getByRole("button", { name: "Delete", exact: true });
  await expect(confirm).toBeEnabled();
  for (let presses = 0; presses < 12; presses++) {
    if (await confirm.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(confirm).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/me\/receipts\/del_/);
});
