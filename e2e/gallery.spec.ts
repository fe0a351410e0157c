import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import { test } from "./fixtures";
import { leaveReceipt, listRoutes } from "./list-routes";
import { switchLanguage } from "./pages/shell";
import { SignInPage } from "./pages/sign-in-page";

const MOST_BYTES = 200_000;
/** Those that are kept in the repository. */
const KEPT = ["memories", "memory", "receipt", "trace"];

/**
 * A picture of every page, wide and light, and as on a phone in the dark. They stand beside the other results, so that an
 * ordinary run leaves the repository as it was; with KEEPSAKE_GALLERY=1 those of e2e/gallery/ are made anew.
 */
test("every page has its picture, and none is blank", async ({ page, story }, testInfo) => {
  const keep = process.env.KEEPSAKE_GALLERY === "1";
  const folder = keep ? path.join(import.meta.dirname, "gallery") : testInfo.outputPath("gallery");
  await mkdir(folder, { recursive: true });
  const take = async (name: string, colorScheme: "light" | "dark", width: number) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: width < 500 ? 844 : 860 });
    await page.waitForLoadState("networkidle");
    const picture = await page.screenshot({ path: path.join(folder, `${name}.png`) });
    expect(picture.length, name).toBeLessThan(MOST_BYTES);
    // A page of one colour compresses to almost nothing.
    expect(picture.length, name).toBeGreaterThan(8_000);
  };
  await page.goto("/sign-in");
  await take("sign-in", "light", 1280);
  await new SignInPage(page).enterDemo("op1");
  await switchLanguage(page, "English");
  for (const { name, path: place } of listRoutes(story, await leaveReceipt(story))) {
    if (keep && !KEPT.includes(name)) continue;
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.goto(place);
    await take(name, "light", 1280);
    if (name === "trace" || name === "receipt") await take(`${name}-dark`, "dark", 1280);
    if (!keep) await take(`${name}-phone-dark`, "dark", 390);
  }
  await page.context().clearCookies();
  await new SignInPage(page).enterDemo("user");
  await page.goto("/me");
  await take("me-phone-zh", "light", 390);
  await page.goto("/me/memories");
  await take("memories-phone-zh", "dark", 390);
});
