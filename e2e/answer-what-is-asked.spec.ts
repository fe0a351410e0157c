import { expect } from "@playwright/test";
import { createAgentClient } from "./agent-client";
import { findBarriers } from "./find-barriers";
import { test } from "./fixtures";
import { switchLanguage } from "./pages/shell";
import { ReviewPage } from "./pages/review-page";
import { SettingsPage } from "./pages/settings-page";
import { SignInPage } from "./pages/sign-in-page";
import { word } from "./words";

interface Told {
  outcome: string;
  reason_code: string;
  memory: { memory_id: string };
}

test("a person answers guesses by keyboard alone, takes an answer back, and a refusal brings the card back", async ({
  page,
  server,
  complaints,
}) => {
  const agent = await createAgentClient({
    ...server,
    tenant: "demo",
    name: "Guesser",
    scopes: ["user:viewer"],
    sourceTypes: ["agent_inference"],
  });
  const guess = async (predicate: string, statement: string) => {
    const told = await agent.post<Told>("/memories", {
      scope: "user:viewer",
      subject: "user:viewer",
      predicate,
      value: statement,
      statement,
      topic: "Habits",
      source: { type: "agent_inference", quote: `seen: ${statement}` },
    });
    expect(told.outcome, told.reason_code).toBe("committed");
    return told;
  };
  const stateOf = async (told: Told) => {
    const found = await agent.get<{ confirmation: string; status: string }>(
      `/memories/${told.memory.memory_id}`,
    );
    return `${found.status} ${found.confirmation}`;
  };
  const older = await guess("train_or_plane", "Vera seems to prefer trains.");
  const newer = await guess("window_or_aisle", "Vera seems to prefer the aisle.");

  await new SignInPage(page).enterDemo("viewer");
  await switchLanguage(page, "English");
  const review = new ReviewPage(page, "en");
  await review.open();
  await expect(review.card("Vera seems to prefer the aisle.")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("1");
  await expect(review.undoOf("aisle")).toBeEnabled();
  expect(await stateOf(newer)).toBe("active confirmed");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(review.undoOf("aisle")).toHaveCount(0);
  await expect(review.card("Vera seems to prefer the aisle.")).toBeVisible();
  expect(await stateOf(newer)).toBe("active inferred");
  await page.reload();
  await expect(review.card("Vera seems to prefer the aisle.")).toBeVisible();

  // The server refuses: nothing may look as if it had been kept.
  await page.route("**/me/review", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.keyboard.press("2");
  const refusal = page.getByRole("alert").filter({ hasText: "could not be reached" });
  await expect(refusal).toContainText(word("en", "errors.perhapsChanged"));
  await expect(review.card("Vera seems to prefer the aisle.")).toBeVisible();
  await page.unroute("**/me/review");
  expect(await stateOf(newer)).toBe("active inferred");

  await page.keyboard.press("2");
  await expect(review.undoOf("aisle")).toBeEnabled();
  expect(await stateOf(newer)).toBe("revoked inferred");
  await review.undoOf("aisle").click();
  await expect(review.undoOf("aisle")).toHaveCount(0);
  expect(await stateOf(newer)).toBe("active inferred");
  await page.keyboard.press("3");
  await page.keyboard.press("1");
  await expect(review.undoOf("trains")).toBeEnabled();
  expect(await stateOf(older)).toBe("active confirmed");
  expect(await stateOf(newer)).toBe("active inferred");
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !one.includes("ERR_FAILED")));

  // Without single keys, nothing happens by one.
  const settings = new SettingsPage(page, "en");
  await settings.open();
  await settings.setShortcuts(false);
  await review.open();
  await expect(review.card("Vera seems to prefer the aisle.")).toBeVisible();
  await page.keyboard.press("2");
  await expect(review.answered).toHaveCount(0);
  expect(await stateOf(newer)).toBe("active inferred");
  await settings.open();
  await settings.setShortcuts(true);
  expect(complaints).toEqual([]);
});
