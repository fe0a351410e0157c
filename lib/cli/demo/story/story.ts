import type { Step } from "@/lib/cli/demo/script";
import { ADA_STORY } from "@/lib/cli/demo/story/ada";
import { EXHIBIT_STORY, NEWSLETTER_STORY } from "@/lib/cli/demo/story/exhibit";
import { LIBRARY_STORY } from "@/lib/cli/demo/story/library";
import { LIN_AND_HEALTH } from "@/lib/cli/demo/story/lin-and-health";
import { LIN_AT_HOME } from "@/lib/cli/demo/story/lin-at-home";
import { LIN_AT_THE_DESK } from "@/lib/cli/demo/story/lin-at-the-desk";
import { LIN_AT_WORK } from "@/lib/cli/demo/story/lin-at-work";
import { RECALLS } from "@/lib/cli/demo/story/recalls";

/** Everything that happened in the month before the first start, in no particular order: each step has its moment. */
export const STORY: readonly Step[] = [
  ...LIBRARY_STORY,
  ...EXHIBIT_STORY,
  ...NEWSLETTER_STORY,
  ...LIN_AT_WORK,
  ...LIN_AT_THE_DESK,
  ...LIN_AND_HEALTH,
  ...LIN_AT_HOME,
  ...ADA_STORY,
  ...RECALLS,
];
