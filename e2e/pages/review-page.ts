import { expect, type Locator, type Page } from "@playwright/test";
import { type Language, word } from "../words";

/** One card at a time, and the answers that were given. */
export class ReviewPage {
  readonly answered: Locator;

  constructor(
    private readonly page: Page,
    private readonly language: Language,
  ) {
    this.answered = page.getByRole("region", { name: word(language, "reviewMine.answered") });
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(`/me/review${query}`);
    await expect(this.page.getByRole("heading", { level: 1 })).toHaveText(
      word(this.language, "reviewMine.title"),
    );
  }

  card(statement: string): Locator {
    return this.page.getByRole("main").locator("p.verbatim", { hasText: statement });
  }

  undoOf(statement: string): Locator {
    return this.answered
      .getByRole("listitem")
      .filter({ hasText: statement })
      .getByRole("button", { name: word(this.language, "reviewMine.undo") });
  }
}
