import type { Page } from "@playwright/test";
import { type Language, word } from "../words";

export class SignInPage {
  constructor(
    private readonly page: Page,
    private readonly language: Language = "en",
  ) {}

  async open(): Promise<void> {
    await this.page.goto("/sign-in");
  }

  /** By the form, as somebody with an account of their own would. */
  async enter(email: string, password: string): Promise<void> {
    await this.page.getByLabel(word(this.language, "signIn.email"), { exact: true }).fill(email);
    await this.page.getByLabel(word(this.language, "signIn.password"), { exact: true }).fill(password);
    await this.page.getByRole("button", { name: word(this.language, "signIn.enter"), exact: true }).click();
  }

  /** By one press on a demo account; ends on that person's first page. */
  async enterDemo(account: "user" | "op1" | "op2" | "viewer" | "admin"): Promise<void> {
    await this.open();
    await this.page.getByRole("button", { name: `${account}@demo.keepsake` }).click();
    await this.page.waitForURL(/\/(me|console)$/);
  }
}
