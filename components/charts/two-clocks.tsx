import { useFormatter, useTimeZone, useTranslations } from "next-intl";

export interface Believed {
  key: string;
  /** Number of the version, counted from the oldest. */
  number: number;
  validFrom: number;
  validTo: number | null;
  knownFrom: number;
  knownTo: number | null;
}

const W = 640;
const H = 320;
const LEFT = 92;
const BOTTOM = 34;
const TOP = 10;
const RIGHT = 12;

/**
 * What was believed, on both clocks: to the right, when it is true in the world; upwards, when it was known. Each
 * rectangle is a version while it held; the cross is the chosen point. What has no end runs to the edge. The table
 * beside it says the same.
 */
export function TwoClocks({
  believed,
  at,
  summary,
}: {
  believed: Believed[];
  at: { valid: number; known: number };
  summary: string;
}) {
  const t = useTranslations("chain");
  const format = useFormatter();
  const timeZone = useTimeZone();
  const xs = believed.flatMap(({ validFrom, validTo }) => [
    validFrom,
    ...(validTo === null ? [] : [validTo]),
  ]);
  const ys = believed.flatMap(({ knownFrom, knownTo }) => [
    knownFrom,
    ...(knownTo === null ? [] : [knownTo]),
  ]);
  const x = toScale([...xs, at.valid], LEFT, W - RIGHT);
  const y = toScale([...ys, at.known], H - BOTTOM, TOP);
  const day = (ms: number) =>
    format.dateTime(new Date(ms), { year: "2-digit", month: "short", day: "numeric", timeZone });
  return (
    <svg
      viewBox={`0 0 ${W} ${H}`}
      role="img"
      aria-label={summary}
      className="w-full border border-rule bg-sheet"
    >
      {believed.map((one) => {
        const left = x.at(one.validFrom);
        const right = one.validTo === null ? W - RIGHT : x.at(one.validTo);
        const low = y.at(one.knownFrom);
        const high = one.knownTo === null ? TOP : y.at(one.knownTo);
        const here =
          at.valid >= one.validFrom &&
          (one.validTo === null || at.valid < one.validTo) &&
          at.known >= one.knownFrom &&
          (one.knownTo === null || at.known < one.knownTo);
        return (
          <g key={one.key}>
            <rect
              x={left}
              y={high}
              width={Math.max(2, right - left)}
              height={Math.max(2, low - high)}
              fill={here ? "var(--accent-wash)" : "var(--wash)"}
              stroke={here ? "var(--accent)" : "var(--rule-strong)"}
              strokeWidth={here ? 2 : 1}
            />
            {right - left > 26 && low - high > 16 ? (
              <text x={left + 6} y={high + 15} fontSize="12" fill="var(--ink)">
                {t("versionShort", { number: one.number })}
              </text>
            ) : null}
          </g>
        );
      })}
      <line
        x1={x.at(at.valid)}
        x2={x.at(at.valid)}
        y1={TOP}
        y2={H - BOTTOM}
        stroke="var(--danger)"
        strokeDasharray="4 3"
      />
      <line
        x1={LEFT}
        x2={W - RIGHT}
        y1={y.at(at.known)}
        y2={y.at(at.known)}
        stroke="var(--danger)"
        strokeDasharray="4 3"
      />
      <circle cx={x.at(at.valid)} cy={y.at(at.known)} r="4.5" fill="var(--danger)" />
      <path d={`M${LEFT} ${TOP}V${H - BOTTOM}H${W - RIGHT}`} fill="none" stroke="var(--ink)" />
      {[x.least, x.most].map((ms, index) => (
        <text
          key={index === 0 ? "least" : "most"}
          x={index === 0 ? LEFT : W - RIGHT}
          y={H - 14}
          fontSize="11"
          fill="var(--muted)"
          textAnchor={index === 0 ? "start" : "end"}
        >
          {day(ms)}
        </text>
      ))}
      <text x={(LEFT + W - RIGHT) / 2} y={H - 14} fontSize="11" fill="var(--ink)" textAnchor="middle">
        {t("trueClock")}
      </text>
      {[y.least, y.most].map((ms, index) => (
        <text
          key={index === 0 ? "least" : "most"}
          x={LEFT - 6}
          y={index === 0 ? H - BOTTOM : TOP + 10}
          fontSize="11"
          fill="var(--muted)"
          textAnchor="end"
        >
          {day(ms)}
        </text>
      ))}
      <text x={LEFT - 6} y={(TOP + H - BOTTOM) / 2} fontSize="11" fill="var(--ink)" textAnchor="end">
        {t("knownClock")}
      </text>
    </svg>
  );
}

/** A linear scale with a little room at both ends; a single instant stands in the middle. */
function toScale(values: number[], from: number, to: number) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = Math.max((high - low) * 0.08, 3_600_000);
  const least = low - room;
  const most = high + room;
  return { least, most, at: (ms: number) => from + ((ms - least) / (most - least)) * (to - from) };
}
