import { expect, test } from "vitest";
import { findPlaces } from "@/components/shell/command-palette";

const PLACES = [
  { href: "/me/review", label: "To review", names: ["To review", "待确认"], key: "r" },
  { href: "/me/agents", label: "Agents", names: ["Agents", "智能体"], key: "a" },
];

test("a page is found by its name in any language, a record by its number", () => {
  expect(findPlaces(PLACES, "").length).toBe(2);
  expect(findPlaces(PLACES, " REVIEW ").map(({ href }) => href)).toEqual(["/me/review"]);
  expect(findPlaces(PLACES, "智能").map(({ href }) => href)).toEqual(["/me/agents"]);
  expect(findPlaces(PLACES, "nothing")).toEqual([]);
  const id = "mem_01kbcdefghjkmnpqrstvwxyz01";
  expect(findPlaces(PLACES, id).map(({ href }) => href)).toEqual([`/me/memories/${id}`]);
  expect(findPlaces(PLACES, "mem_../../console")).toEqual([]);
});
