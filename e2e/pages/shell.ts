import type { Page } from "@playwright/test";

/** Language and theme, through the menu that every page has. */
export async function switchLanguage(page: Page, to: "English" | "简体中文"): Promise<void> {
  await page.locator("header").getByRole("button").last().click();
  await page.getByRole("menuitemradio", { name: to }).click();
  await page.waitForFunction(
    (tag) => document.documentElement.lang === tag,
    to === "English" ? "en" : "zh-CN",
  );
}
