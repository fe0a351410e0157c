import { expect, type Page } from "@playwright/test";
import { test } from "./fixtures";
import { leaveReceipt, listRoutes } from "./list-routes";
import { switchLanguage } from "./pages/shell";
import { SignInPage } from "./pages/sign-in-page";

/** What is the same in every language: our name, standards, keys, zones, and what the story's people typed. */
const SAME = [
  "Keepsake",
  "JSON",
  "HTTP",
  "POST",
  "RFC",
  "Ed25519",
  "RRF",
  "UTC",
  "GMT",
  "English",
  "alt+T",
  "Europe/Berlin",
  "keepsake-2",
  "mem_",
];
const TYPED = ["zzzz", "op1"];

/** What a page says itself: text that is neither a person's words nor an id, a code or a key. */
async function readOwnWords(page: Page): Promise<string[]> {
  const names = await page.locator("[translate=no]").allTextContents();
  const words = await page.evaluate(() => {
    const words: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (
        !parent ||
        parent.closest(
          "script, style, code, pre, .verbatim, .font-mono, [translate=no], [lang]:not(html), nextjs-portal",
        )
      )
        continue;
      const text = node.textContent?.trim();
      if (text) words.push(text);
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
      if (element.closest("code, pre, .verbatim, .font-mono, [translate=no], nextjs-portal")) continue;
      for (const name of ["aria-label", "title"]) {
        const text = element.getAttribute(name)?.trim();
        if (text) words.push(text);
      }
    }
    return words;
  });
  // Names of people, agents, keys and topics stand in sentences and labels too.
  const known = [...names.map((name) => name.trim().replace(/^· /, "")), ...SAME, ...TYPED].filter(Boolean);
  known.sort((a, b) => b.length - a.length);
  return words.map((text) => known.reduce((rest, name) => rest.replaceAll(name, " "), text));
}

test("no English is left on a Chinese page", async ({ page, story }) => {
  await new SignInPage(page).enterDemo("op1");
  await switchLanguage(page, "简体中文");
  const left: string[] = [];
  for (const route of listRoutes(story, await leaveReceipt(story))) {
    await page.goto(route.path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const text of await readOwnWords(page)) {
      if (/[A-Za-z]{3,}/.test(text)) left.push(`${route.name}: ${text}`);
    }
  }
  expect([...new Set(left)]).toEqual([]);
});

test("no Chinese is left on an English page", async ({ page, story }) => {
  await new SignInPage(page).enterDemo("op1");
  await switchLanguage(page, "English");
  const left: string[] = [];
  for (const route of listRoutes(story, await leaveReceipt(story))) {
    await page.goto(route.path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const text of await readOwnWords(page)) {
      if (/\p{Script=Han}/u.test(text)) left.push(`${route.name}: ${text}`);
    }
  }
  expect([...new Set(left)]).toEqual([]);
});

test("a link opens in the language of whoever opens it", async ({ page, browser, server, story }) => {
  await new SignInPage(page).enterDemo("user");
  await page.goto("/me/memories");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  expect(Object.keys(story.memories).length).toBeGreaterThan(5);
  const other = await browser.newContext({ baseURL: server.baseUrl, locale: "zh-CN" });
  const english = await other.newPage();
  await new SignInPage(english).enterDemo("op2");
  await english.goto("/me/memories");
  await expect(english.locator("html")).toHaveAttribute("lang", "en");
  await other.close();
});
