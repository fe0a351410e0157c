import { expect, test } from "vitest";
import { findPlaces } from "@/components/shell/command-palette";

const PLACES = [
  { href: "/me/review", label: "To review", names: ["To review", "待确认"], key: "r" },
  { href: "/me/agents", label: "Agents", names: ["Agents", "智能体"], key: "a" },
];

test("a page is found by its name in any language, a record by its number", () => {
  expect(findPlaces(PLACES, "", "me").length).toBe(2);
  expect(findPlaces(PLACES, " REVIEW ", "me").map(({ href }) => href)).toEqual(["/me/review"]);
  expect(findPlaces(PLACES, "智能", "me").map(({ href }) => href)).toEqual(["/me/agents"]);
  expect(findPlaces(PLACES, "nothing", "me")).toEqual([]);
  const id = "mem_01kbcdefghjkmnpqrstvwxyz01";
  expect(findPlaces(PLACES, id, "me").map(({ href }) => href)).toEqual([`/me/memories/${id}`]);
  expect(findPlaces(PLACES, "mem_../../console", "me")).toEqual([]);
});

test("an operator's number opens the operator's page, and one that the area has no page for is no page", () => {
  const of = (kind: string) => `${kind}_01kbcdefghjkmnpqrstvwxyz01`;
  const open = (kind: string) => findPlaces(PLACES, of(kind), "console").map(({ href }) => href);
  expect(open("mem")).toEqual([`/console/memories/${of("mem")}`]);
  expect(open("fact")).toEqual([`/console/chains/${of("fact")}`]);
  expect(open("ret")).toEqual([`/console/traces/${of("ret")}`]);
  expect(open("del")).toEqual([`/console/deletions/${of("del")}`]);
  expect(open("apr")).toEqual([`/console/approvals/${of("apr")}`]);
  expect(findPlaces(PLACES, of("ret"), "me")).toEqual([]);
  expect(open("constructor")).toEqual([]);
});
