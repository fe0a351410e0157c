import type { WriteMeasured } from "@/lib/bench/measure-write";

/** What the design asks for: a governed write at two thirds of the rate of the bare rows in one call. */
const TO_REACH = 0.67;

export function printWrite(measured: readonly WriteMeasured[]): string[] {
  const head = [
    "".padEnd(46),
    ...["clients", "ours/s", "one call/s", "ratio", "p50 ms", "p95 ms", "statements", "transactions"].map(
      (name) => name.padStart(13),
    ),
  ].join("");
  return [
    head,
    ...measured.map((one) =>
      [
        one.what.padEnd(46),
        ...[
          String(one.clients),
          one.governed.perSecond.toFixed(0),
          one.yardstick.perSecond.toFixed(0),
          `${one.ratio.toFixed(2)}${one.ratio >= TO_REACH ? "" : " <"}`,
          one.governed.p50.toFixed(2),
          one.governed.p95.toFixed(2),
          one.statements.toFixed(1),
          one.transactions.toFixed(2),
        ].map((cell) => cell.padStart(13)),
      ].join(""),
    ),
    `Per memory written; < is below ${TO_REACH}. One call = the same rows by one hand-written function, nothing decided.`,
  ];
}
