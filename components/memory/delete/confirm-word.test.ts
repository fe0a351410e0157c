import { expect, test } from "vitest";
import { isConfirmed, wordFor } from "@/components/memory/delete/confirm-word";

test("the word is the topic's or the agent's own name, else the word for deleting in either language", () => {
  expect(isConfirmed({ scope: "topic", topic: "健康" }, null, " 健康 ")).toBe(true);
  expect(isConfirmed({ scope: "topic", topic: "健康" }, null, "删除")).toBe(false);
  expect(isConfirmed({ scope: "agent", agent: "agt_1" }, "Trip planner", "Trip planner")).toBe(true);
  expect(isConfirmed({ scope: "agent", agent: "agt_1" }, null, "DELETE")).toBe(true);
  expect(isConfirmed({ scope: "all" }, null, "DELETE")).toBe(true);
  expect(isConfirmed({ scope: "all" }, null, "删除")).toBe(true);
  expect(isConfirmed({ scope: "all" }, null, "")).toBe(false);
  expect(isConfirmed({ scope: "ids", ids: ["mem_1"] }, null, "")).toBe(true);
  // Memories without a topic have no name to type.
  expect(wordFor({ scope: "topic", topic: "" }, null, "DELETE")).toBe("DELETE");
});
