import { expect } from "@playwright/test";
import { createAgentClient } from "./agent-client";
import { collectComplaints, test } from "./fixtures";
import { MemoryPage } from "./pages/memory-page";
import { switchLanguage } from "./pages/shell";
import { SignInPage } from "./pages/sign-in-page";
import { word } from "./words";

const LANGUAGE = "zh-CN";
const FIRST = "每天早上七点半去西湖边跑步。";
const SECOND = "每天早上六点半去西湖边跑步。";

interface Recall {
  retrieval_id: string;
  pack: string;
  snippets: { memory_id: string; text: string }[];
}

test("a memory is recorded, recalled, corrected and deleted, and every step can be seen", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  const agent = await createAgentClient({
    ...server,
    tenant: "demo",
    name: "Running coach",
    scopes: ["user:lin"],
    sourceTypes: ["user_statement", "agent_inference"],
  });
  const remembered = await agent.post<{ outcome: string; memory: { memory_id: string } }>("/memories", {
    scope: "user:lin",
    subject: "user:lin",
    predicate: "morning_run",
    value: "07:30",
    statement: FIRST,
    topic: "运动",
    source: { type: "user_statement", quote: "记住，我每天早上七点半去西湖边跑步。" },
  });
  expect(remembered.outcome).toBe("committed");
  const firstId = remembered.memory.memory_id;

  const recall = () =>
    agent.post<Recall>("/retrievals", { query: "早上几点去西湖边跑步？", scopes: ["user:lin"] });
  const before = await recall();
  expect(before.snippets.map((snippet) => snippet.memory_id)).toContain(firstId);
  await agent.post(`/retrievals/${before.retrieval_id}/usage`, {
    used: [{ memory_id: firstId, outcome: "helped" }],
  });

  await new SignInPage(page).enterDemo("user");
  await page.goto("/me/memories");
  await page.getByRole("searchbox").fill("西湖");
  await page.waitForURL(/q=/);
  await page.getByRole("link", { name: FIRST }).click();
  const memory = new MemoryPage(page, LANGUAGE);
  await expect(memory.title).toHaveText(FIRST);
  await page.goto(`/me/memories/${firstId}?tab=uses`);
  await expect(page.getByText(word(LANGUAGE, "uses.use.used"))).toBeVisible();

  await memory.correct(SECOND);
  await expect(page.locator("ins").first()).toContainText("六");
  await expect(page.locator("del").first()).toContainText("七");
  const secondId = memory.id;
  const corrected = await recall();
  expect(corrected.snippets.map((snippet) => snippet.memory_id)).toContain(secondId);
  expect(corrected.pack).not.toContain("七点半");

  const dialog = await memory.askToDelete();
  await expect(dialog).toContainText(SECOND);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const deletionId = await memory.delete();
  // Back shows that it is gone, not what this tab still had of it.
  await page.goBack();
  await expect(
    page.getByRole("heading", { level: 1, name: word(LANGUAGE, "tombstone.title") }),
  ).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name: word(LANGUAGE, "receipt.title") })).toBeVisible();
  await expect(page.locator("ol > li > div > div > h3")).toHaveCount(6);
  // "Verified", or "partly done" as long as an older backup may hold a copy.
  await expect(page.locator(".seal")).toHaveAttribute("data-state", /complete|waiting/, { timeout: 120_000 });
  // A fresh copy of the page, not what is left of the one before in this tab.
  await page.reload();
  const source = await page.content();
  for (const gone of ["西湖", "七点半", "六点半"]) expect(source).not.toContain(gone);
  const receipt = await agent.send("GET", `/deletions/${deletionId}/receipt`);
  expect(await receipt.text()).not.toContain("西湖");

  const after = await recall();
  expect(after.snippets.map((snippet) => snippet.memory_id)).not.toContain(secondId);
  expect(after.pack).not.toContain("西湖");
  expect((await agent.send("GET", `/memories/${secondId}`)).status).toBe(404);
  // What the framework would answer by itself, with a bare 500.
  const malformed = await agent.send("GET", "/memories/%E0%A4%A");
  expect(malformed.status).toBe(400);
  expect(malformed.headers.get("content-type")).toContain("application/problem+json");

  await page.goto(`/me/memories/${secondId}`);
  await expect(
    page.getByRole("heading", { level: 1, name: word(LANGUAGE, "tombstone.title") }),
  ).toBeVisible();
  await page.getByRole("link", { name: word(LANGUAGE, "tombstone.receipt") }).click();
  await page.waitForURL(new RegExp(deletionId));

  const office = await browser.newContext({ baseURL: server.baseUrl, locale: "en" });
  const desk = await office.newPage();
  collectComplaints(desk, complaints);
  await new SignInPage(desk).enterDemo("op1");
  await switchLanguage(desk, "English");
  await desk.goto("/console/traces");
  await expect(desk.getByRole("row").nth(1)).toBeVisible();
  await desk.goto(`/console/traces/${corrected.retrieval_id}`);
  for (const stage of [
    "context",
    "hard_filter",
    "channels",
    "fusion",
    "score",
    "conflicts",
    "packing",
    "use",
  ]) {
    await expect(
      desk
        .getByRole("listitem")
        .filter({ hasText: word("en", `stages.${stage}`) })
        .first(),
    ).toBeVisible();
  }
  // The words of what was deleted are gone from the trace too; the numbers stay.
  expect(await desk.content()).not.toContain("西湖");
  const other = await agent.post<{ memory: { memory_id: string } }>("/memories", {
    scope: "user:lin",
    subject: "user:lin",
    predicate: "shoe_size",
    value: 42,
    statement: "鞋码是四十二。",
    source: { type: "user_statement", quote: "我的鞋码是四十二。" },
  });
  await desk.getByLabel(word("en", "whyNot.label")).fill(other.memory.memory_id);
  await desk.getByRole("button", { name: word("en", "whyNot.ask") }).click();
  await expect(desk.getByText(word("en", "whyNot.outcome.not_a_candidate")).last()).toBeVisible();
  await office.close();

  expect(complaints).toEqual([]);
});
