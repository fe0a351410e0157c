import { expect, test } from "vitest";
import { tellEpisode } from "@/lib/engine/extract/tell-episode";

test("an episode is told in the language of its words, and leaves out what it lacks", () => {
  expect(
    tellEpisode({ task: "Import", outcome: "failed", cause: "encoding", fix: "use utf8mb4" }, "Long log."),
  ).toBe("Import\nfailed\nCause: encoding\nFix: use utf8mb4\nLong log.");
  expect(tellEpisode({ task: "夜跑", outcome: "左脚踝扭伤", cause: "换了新鞋", fix: "冰敷" })).toBe(
    "夜跑\n左脚踝扭伤\n原因：换了新鞋\n处理：冰敷",
  );
  expect(tellEpisode({ task: "Backup", outcome: "done" })).toBe("Backup\ndone");
});
