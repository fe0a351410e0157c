import { expect } from "@playwright/test";
import { createAgentClient } from "./agent-client";
import { findBarriers } from "./find-barriers";
import { test } from "./fixtures";
import { SettingsPage } from "./pages/settings-page";
import { switchLanguage } from "./pages/shell";
import { SignInPage } from "./pages/sign-in-page";
import { word } from "./words";

const LANGUAGE = "zh-CN";

test("a person pauses their memory, and nothing of it is read or written until they resume", async ({
  page,
  server,
  complaints,
}) => {
  const agent = await createAgentClient({
    ...server,
    tenant: "demo",
    name: "Tea shop",
    scopes: ["user:lin"],
    sourceTypes: ["user_statement", "agent_inference"],
  });
  const tell = (predicate: string, statement: string) =>
    agent.send("POST", "/memories", {
      scope: "user:lin",
      subject: "user:lin",
      predicate,
      value: statement,
      statement,
      source: { type: "user_statement", quote: statement },
    });
  const recall = () =>
    agent.post<{ snippets: unknown[] }>("/retrievals", { query: "喝什么茶？", scopes: ["user:lin"] });
  const told = await tell("tea_now", "早上喝龙井茶。");
  expect(told.status).toBe(201);
  const { memory } = (await told.json()) as { memory: { memory_id: string } };
  expect((await recall()).snippets.length).toBeGreaterThan(0);

  await new SignInPage(page).enterDemo("user");
  const settings = new SettingsPage(page, LANGUAGE);
  await settings.open();
  // Held back until the server has answered: the page may claim nothing before.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/me/settings", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await page.getByRole("radio", { name: word(LANGUAGE, "settings.pause.length.open") }).check();
  await page.getByRole("button", { name: word(LANGUAGE, "settings.pause.pause"), exact: true }).click();
  await expect(page.getByRole("button", { name: word(LANGUAGE, "settings.pause.pausing") })).toBeVisible();
  await expect(settings.resumeButton).toHaveCount(0);
  expect((await recall()).snippets.length).toBeGreaterThan(0);
  release();
  await expect(settings.resumeButton).toBeVisible();
  await page.unroute("**/me/settings");

  expect((await recall()).snippets).toEqual([]);
  const refused = await tell("tea_then", "晚上喝普洱茶。");
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: "memory_paused" });
  expect(await findBarriers(page)).toEqual([]);
  await page.goto("/me");
  await expect(page.getByText(word(LANGUAGE, "me.statusPaused"))).toBeVisible();
  await page.goto(`/me/memories/${memory.memory_id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("早上喝龙井茶。");

  await settings.open();
  await settings.resume();
  expect((await recall()).snippets.length).toBeGreaterThan(0);
  await settings.choose("religion", "nothing");
  const declined = await tell("faith", "我信仰佛教。");
  expect(await declined.json()).toMatchObject({ outcome: "rejected", reason_code: "topic_declined" });
  await page.reload();
  await settings.choose("religion", "open");
  expect(complaints).toEqual([]);
});

test("a person changes their own password: the old one and every session end", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  const email = `pat${Date.now()}@demo.example`;
  const made = await fetch(`${server.baseUrl}/api/v1/admin/users`, {
    method: "POST",
    headers: { Authorization: `Bearer ${server.adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      tenant: "demo",
      email,
      password: "the first password",
      external_id: email,
      roles: ["user"],
    }),
  });
  expect(made.status).toBe(201);
  const elsewhere = await browser.newContext({ baseURL: server.baseUrl });
  const other = await elsewhere.newPage();
  for (const each of [page, other]) {
    const signIn = new SignInPage(each);
    await signIn.open();
    await signIn.enter(email, "the first password");
    await each.waitForURL("**/me");
  }
  await switchLanguage(page, "English");
  // Nothing is remembered about somebody new: they are told what would be, and may begin themselves.
  await expect(page.getByText(word("en", "me.emptyTitle"))).toBeVisible();
  await expect(
    page.getByRole("listitem").filter({ hasText: word("en", "me.first.see.title") }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: word("en", "remember.open") })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.goto("/me/settings");
  const field = (name: string) => page.getByLabel(word("en", `settings.password.${name}`), { exact: true });
  await field("current").fill("not the password");
  await field("next").fill("another long password");
  await field("again").fill("another long passwort");
  await field("again").press("Enter");
  await expect(page.getByText(word("en", "settings.password.differs"))).toBeVisible();
  await field("again").fill("another long password");
  await field("again").press("Enter");
  await expect(page.getByText(word("en", "settings.password.currentWrong"))).toBeVisible();
  await field("current").fill("the first password");
  await field("current").press("Enter");
  await expect(page.getByText(word("en", "settings.password.done")).first()).toBeVisible();

  await other.goto("/me/memories");
  await other.waitForURL("**/sign-in**");
  await page.getByRole("link", { name: word("en", "settings.password.signIn") }).click();
  await page.waitForURL("**/sign-in**");
  const signIn = new SignInPage(page);
  await signIn.enter(email, "the first password");
  await expect(page.getByRole("alert").first()).toBeVisible();
  await signIn.enter(email, "another long password");
  await page.waitForURL("**/me");
  await elsewhere.close();
  expect(complaints).toEqual([]);
});
