import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Success criteria of WCAG 2.0 to 2.2, A and AA. The one rule of 2.2 runs only when its tag is named. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/** What axe finds on the page, serious and critical, each with where it stands. */
export async function findBarriers(page: Page): Promise<string[]> {
  // axe's package brings typings of another release of the same browser library; the object is the same.
  const { violations } = await new AxeBuilder({ page: page as never }).withTags(TAGS).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(" ")).join(" | ")}`);
}
