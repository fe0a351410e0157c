import { expect, type Page } from "@playwright/test";
import { type Language, word } from "../words";

/** What may be remembered about the person, and how their pages look. */
export class SettingsPage {
  constructor(
    private readonly page: Page,
    private readonly language: Language,
  ) {}

  async open(): Promise<void> {
    await this.page.goto("/me/settings");
    await expect(this.page.getByRole("heading", { level: 1 })).toHaveText(
      word(this.language, "settings.title"),
    );
  }

  async pause(length: "hour" | "today" | "open"): Promise<void> {
    await this.page
      .getByRole("radio", { name: word(this.language, `settings.pause.length.${length}`) })
      .check();
    await this.page
      .getByRole("button", { name: word(this.language, "settings.pause.pause"), exact: true })
      .click();
    await expect(this.resumeButton).toBeVisible();
  }

  get resumeButton() {
    return this.page.getByRole("button", { name: word(this.language, "settings.pause.resume"), exact: true });
  }

  async resume(): Promise<void> {
    await this.resumeButton.click();
    await expect(
      this.page.getByRole("button", { name: word(this.language, "settings.pause.pause"), exact: true }),
    ).toBeVisible();
  }

  /** Whether single keys do anything; waits until the server has kept it. */
  async setShortcuts(on: boolean): Promise<void> {
    const box = this.page.getByRole("checkbox", { name: word(this.language, "settings.keys.single") });
    await box.setChecked(on);
    await expect(
      this.page
        .getByRole("region", { name: word(this.language, "settings.keys.title") })
        .getByText(word(this.language, "common.save.saved")),
    ).toBeVisible();
  }

  /** Chooses for one topic and waits until the server has kept it. */
  async choose(topic: string, mode: "open" | "said" | "nothing"): Promise<void> {
    const row = this.page
      .getByRole("listitem")
      .filter({ hasText: word(this.language, `settings.topics.name.${topic}`) });
    await row
      .getByRole("combobox")
      .selectOption({ label: word(this.language, `settings.topics.mode.${mode}`) });
    await expect(row.getByText(word(this.language, "common.save.saved"))).toBeVisible();
  }
}
