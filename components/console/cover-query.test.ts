import { expect, test } from "vitest";
import { coverQuery } from "@/components/console/cover-query";
import type { RetrievalTrace } from "@/lib/contracts/retrievals";

test("a request's words are covered wherever they stand, and its numbers stay", () => {
  const trace = {
    took_ms: 12,
    context: {
      query: "Where does Lin live? 杭州",
      received: { query: "Where does Lin live? 杭州", entities: ["Lin"], k: 5, scopes: ["user:lin"] },
    },
  } as unknown as RetrievalTrace;
  const covered = coverQuery(trace);
  expect(JSON.stringify(covered)).not.toMatch(/Lin|live|杭州/);
  expect(covered).toMatchObject({ took_ms: 12, context: { received: { k: 5, scopes: ["user:lin"] } } });
  const erased = { ...trace, context: { ...trace.context, query: null } } as RetrievalTrace;
  expect(coverQuery(erased).context.query).toBeNull();
});
