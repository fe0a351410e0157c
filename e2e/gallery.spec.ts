import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import { test } from "./fixtures";
import { leaveReceipt, listRoutes } from "./list-routes";
import { switchLanguage } from "./pages/shell";
import { SignInPage } from "./pages/sign-in-page";

const MOST_BYTES = 200_000;
const WANTED = ["me", "memories", "memory", "receipt", "console", "traces", "trace", "agents"];

/**
 * A picture of every page. They go to e2e/gallery/ when KEEPSAKE_GALLERY=1 (README shows one), else beside the other
 * results, so that an ordinary run leaves the repository as it was.
 */
test("every page has its picture, and none is blank", async ({ page, story }, testInfo) => {
  const folder =
    process.env.KEEPSAKE_GALLERY === "1"
      ? path.join(import.meta.dirname, "gallery")
      : testInfo.outputPath("gallery");
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
  for (const route of listRoutes(story, await leaveReceipt(story)).filter(({ name }) =>
    WANTED.includes(name),
  )) {
    await page.goto(route.path);
    await take(route.name, "light", 1280);
    if (route.name === "trace" || route.name === "receipt") await take(`${route.name}-dark`, "dark", 1280);
  }
  await page.context().clearCookies();
  await new SignInPage(page).enterDemo("user");
  await page.goto("/me");
  await take("me-phone-zh", "light", 390);
  await page.goto("/me/memories");
  await take("memories-phone-zh", "dark", 390);
});
