import { expect, type Locator, type Page } from "@playwright/test";
import { type Language, word } from "../words";

/** One memory: its text, its state, and what a person can do with it. */
export class MemoryPage {
  readonly title: Locator;

  constructor(
    private readonly page: Page,
    private readonly language: Language,
  ) {
    this.title = page.getByRole("heading", { level: 1 });
  }

  get id(): string {
    return new URL(this.page.url()).pathname.split("/").at(-1) ?? "";
  }

  /** Corrects the text and waits for the page of the version that this made. */
  async correct(text: string): Promise<void> {
    const before = this.id;
    await this.page
      .getByRole("button", { name: word(this.language, "actions.correct"), exact: true })
      .click();
    await this.page.getByLabel(word(this.language, "correct.text")).fill(text);
    await this.page.getByRole("button", { name: word(this.language, "correct.save") }).click();
    await this.page.waitForURL(
      (url) => url.pathname.startsWith("/me/memories/mem_") && !url.pathname.endsWith(before),
    );
    await expect(this.title).toHaveText(text);
  }

  /** Opens the dialog and leaves it open. */
  async askToDelete(): Promise<Locator> {
    await this.page.getByRole("button", { name: word(this.language, "actions.delete"), exact: true }).click();
    const dialog = this.page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    return dialog;
  }

  /** Through the dialog to the receipt. @returns the number of the deletion */
  async delete(): Promise<string> {
    const dialog = await this.askToDelete();
    await dialog
      .getByRole("button", { name: word(this.language, "deleteDialog.delete"), exact: true })
      .click();
    await this.page.waitForURL(/\/me\/receipts\/del_/);
    return this.id;
  }
}
