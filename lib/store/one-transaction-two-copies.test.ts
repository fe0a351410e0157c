import { expect, test, vi } from "vitest";
import { type Channel, bindChannel } from "@/lib/store/channel";
import { FailedStatement } from "@/lib/platform/hide-parameters";
import type { Tx } from "@/lib/store/client";

/** The built server holds two copies of these modules: one opened the database, the other is asked by the routes. */
async function loadAnotherCopy() {
  vi.resetModules();
  const channel = await import("@/lib/store/channel");
  const hidden = await import("@/lib/platform/hide-parameters");
  expect(channel.bindChannel).not.toBe(bindChannel);
  expect(hidden.FailedStatement).not.toBe(FailedStatement);
  return { ...channel, ...hidden };
}

test("a transaction that one copy of the store opened has its channel in the other", async () => {
  const other = await loadAnotherCopy();
  const tx = {} as Tx;
  const channel = {} as Channel;
  bindChannel(tx, channel);
  expect(other.channelOf(tx)).toBe(channel);
});

test("a failed statement of one copy is one in the other, and no other error is", async () => {
  const other = await loadAnotherCopy();
  const failed: unknown = new FailedStatement("40P01", "deadlock detected");
  expect(failed instanceof other.FailedStatement).toBe(true);
  expect(other.hideParameters(failed)).toBe(failed);
  expect(new Error("40P01") instanceof other.FailedStatement).toBe(false);
});
