import { expect } from "@playwright/test";
import { findBarriers } from "./find-barriers";
import { collectComplaints, test } from "./fixtures";
import { switchLanguage } from "./pages/shell";
import { startServer } from "./start-server";
import { word } from "./words";

test("whoever has the admin key sets an empty installation up, signs in by it, and gets a first key for an agent", async ({
  browser,
  databaseKind,
}) => {
  test.setTimeout(240_000);
  const server = await startServer(databaseKind, { demo: false });
  const context = await browser.newContext({ baseURL: server.baseUrl });
  const page = await context.newPage();
  const complaints: string[] = [];
  collectComplaints(page, complaints);
  try {
    await page.goto("/");
    await expect(page).toHaveURL(/\/welcome$/);
    await switchLanguage(page, "简体中文");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("zh-CN", "welcome.heading"));
    expect(await findBarriers(page)).toEqual([]);
    await switchLanguage(page, "English");
    const field = (name: string) => page.getByLabel(word("en", `welcome.field.${name}`), { exact: true });

    // Nothing filled in: each field says what it needs, and the first of them has the focus.
    await page.getByRole("button", { name: word("en", "welcome.setUp") }).click();
    await expect(page.getByText(word("en", "welcome.needed.email"))).toBeVisible();
    await expect(field("admin_key")).toBeFocused();

    // By keyboard from here. The short name follows the name until somebody writes their own.
    await page.keyboard.type("not the key");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Müller & Söhne");
    await expect(field("slug")).toHaveValue("muller-sohne");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Anna Müller");
    await page.keyboard.press("Tab");
    await page.keyboard.type("anna@mueller.example");
    await page.keyboard.press("Tab");
    await page.keyboard.type("a long enough password");
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && "next-action" in request.headers(),
    );
    await page.keyboard.press("Enter");
    const action = await sent;
    await expect(
      page.getByRole("alert").filter({ hasText: word("en", "errors.admin_key_wrong") }),
    ).toBeVisible();
    await expect(field("organisation")).toHaveValue("Müller & Söhne");

    // The same from elsewhere, or from nowhere, with the right key: refused before the key is looked at.
    const { origin: _, ...headers } = await action.allHeaders();
    const body = (action.postData() ?? "").replace("not the key", server.adminKey);
    expect(body).toContain(server.adminKey);
    const elsewhere: Record<string, string>[] = [{}, { origin: "https://elsewhere.example" }];
    for (const from of elsewhere) {
      const named = Object.entries(headers).filter(
        ([name]) => !name.startsWith(":") && name !== "content-length",
      );
      const answer = await context.request.post(action.url(), {
        headers: { ...Object.fromEntries(named), ...from },
        data: body,
        failOnStatusCode: false,
      });
      expect(answer.status() >= 400 || (await answer.text()).includes("forbidden")).toBe(true);
    }
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("en", "welcome.heading"));
    for (const [name, value] of [
      ["organisation", "Müller & Söhne"],
      ["display_name", "Anna Müller"],
      ["email", "anna@mueller.example"],
      ["password", "a long enough password"],
    ] as const)
      await field(name).fill(value);
    await field("admin_key").fill(server.adminKey);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/console\/agents$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("en", "agents.title"));

    // The first agent and its key, by keyboard: Enter in a field is enough, and a key shown once goes by no key.
    await page.getByRole("button", { name: word("en", "agents.create") }).press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel(word("en", "agents.name"), { exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(word("en", "agents.nameNeeded"))).toBeVisible();
    await page.keyboard.type("First reader");
    await dialog.getByLabel(word("en", "agents.scopesLabel"), { exact: true }).fill("project:atlas");
    await dialog.getByRole("button", { name: word("en", "agents.create") }).press("Enter");
    await expect(page.getByRole("heading", { name: "First reader" })).toBeVisible();
    await page.getByRole("button", { name: word("en", "agents.newKey") }).press("Enter");
    await expect(dialog.getByLabel(word("en", "agents.keyName"), { exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    const secret = await dialog.getByTestId("key-secret").innerText();
    await page.keyboard.press("Escape");
    await expect(dialog.getByTestId("key-secret")).toBeVisible();
    const who = await fetch(`${server.baseUrl}/api/v1/whoami`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(who.status).toBe(200);
    await dialog.getByRole("button", { name: word("en", "agents.stored") }).press("Enter");
    await expect(dialog).toBeHidden();

    // It is set up now: the page says so, to whoever comes next.
    const later = await browser.newContext({ baseURL: server.baseUrl });
    const other = await later.newPage();
    await other.goto("/welcome");
    await expect(other.getByRole("heading", { level: 1 })).toHaveText(word("en", "welcome.foundedTitle"));
    await other.goto("/");
    await expect(other).toHaveURL(/\/sign-in$/);
    await later.close();
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
    await server.stop();
  }
});
