"use client";

import { CHANNELS } from "@/lib/contracts/choices";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { PART_KEYS, ScoreBar } from "@/components/charts/score-bar";
import { MemoryCell } from "@/components/console/memory-cell";
import type { ShownMemories } from "@/components/console/shown-memory";
import { StateStamp } from "@/components/memory/state-stamp";
import { Select } from "@/components/ui/select";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import type { CandidateTrace, ChannelName, Parts } from "@/lib/contracts/retrievals";

type SortKey = ChannelName | "rrf" | "score" | "tokens" | "outcome";
const RRF_K = 60;

/** Smaller is better for ranks and positions, larger for scores: the first press always shows the best first. */
function sortValue(candidate: CandidateTrace, key: SortKey): number {
  if (key === "rrf") return -candidate.rrf;
  if (key === "score") return -candidate.score;
  if (key === "tokens") return candidate.tokens;
  if (key === "outcome") return candidate.position ?? Number.MAX_SAFE_INTEGER;
  return candidate.channels[key]?.rank ?? Number.MAX_SAFE_INTEGER;
}

/** Every candidate with its rank in each channel, what fusion made of it, the four parts of its score, and its end. */
export function CandidateMatrix({
  candidates,
  weights,
  memories,
}: {
  candidates: CandidateTrace[];
  weights: Parts;
  memories: ShownMemories;
}) {
  const t = useTranslations("trace");
  const tReasons = useTranslations("reasons");
  const tChannels = useTranslations("channels");
  const format = useFormatter();
  const [sort, setSort] = useState<{ key: SortKey; reversed: boolean }>({ key: "outcome", reversed: false });
  const [outcome, setOutcome] = useState<"all" | "packed" | "dropped">("all");
  const rows = useMemo(() => {
    const kept = candidates.filter((candidate) => outcome === "all" || candidate.outcome === outcome);
    kept.sort((a, b) => sortValue(a, sort.key) - sortValue(b, sort.key) || b.score - a.score);
    return sort.reversed ? kept.reverse() : kept;
  }, [candidates, outcome, sort]);
  const channels = CHANNELS.filter((channel) => candidates.some((candidate) => candidate.channels[channel]));

  function head(key: SortKey, label: string) {
    const here = sort.key === key;
    const Arrow = sort.reversed ? ArrowUp : ArrowDown;
    return (
      <Th
        key={key}
        aria-sort={here ? (sort.reversed ? "descending" : "ascending") : undefined}
        className="text-right"
      >
        <button
          type="button"
          onClick={() => setSort({ key, reversed: here ? !sort.reversed : false })}
          className="inline-flex min-h-6 items-center gap-1 rounded-[3px] font-semibold hover:text-ink"
        >
          {label}
          {here ? <Arrow aria-hidden="true" className="size-3.5" /> : null}
        </button>
      </Th>
    );
  }

  return (
    <>
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <p className="text-13 text-muted">
          {t("weights", { R: weights.R, I: weights.I, T: weights.T, P: weights.P })} {t("formula")}
        </p>
        <Select
          label={t("outcomeFilter")}
          hideLabel
          className="w-44"
          value={outcome}
          onChange={(event) =>
            setOutcome(
              event.target.value === "packed"
                ? "packed"
                : event.target.value === "dropped"
                  ? "dropped"
                  : "all",
            )
          }
          options={(["all", "packed", "dropped"] as const).map((value) => ({
            value,
            label: t(`outcomes.${value}`),
          }))}
        />
      </div>
      <Table label={t("matrix")} className="min-w-[72rem]">
        <thead>
          <tr>
            <Th>{t("memory")}</Th>
            <Th>{t("state")}</Th>
            {channels.map((channel) => head(channel, tChannels(channel)))}
            {head("rrf", t("rrf"))}
            {PART_KEYS.map((key) => (
              <Th key={key} className="text-right" title={t(`part.${key}`)}>
                {key}
              </Th>
            ))}
            {head("score", t("score"))}
            {head("tokens", t("tokensHead"))}
            {head("outcome", t("outcome"))}
            <Th>{t("usedHead")}</Th>
          </tr>
        </thead>
        <tbody className="figures">
          {rows.map((candidate) => {
            const memory = memories[candidate.memory_id];
            return (
              <tr key={candidate.memory_id} className="hover:[&>*]:bg-wash">
                <RowHead className="max-w-80 min-w-56">
                  <MemoryCell memory={memory} id={candidate.memory_id} />
                </RowHead>
                <Td>
                  {memory?.state ? (
                    <StateStamp state={memory.state} />
                  ) : (
                    <span className="text-muted">{t("unknown")}</span>
                  )}
                </Td>
                {channels.map((channel) => {
                  const hit = candidate.channels[channel];
                  return (
                    <Td key={channel} className="text-right">
                      {hit ? (
                        <>
                          <span
                            title={t("rawScore", {
                              score: format.number(hit.score, { maximumFractionDigits: 4 }),
                            })}
                          >
                            {hit.rank}
                          </span>
                          <span className="block text-12 text-muted">
                            +
                            {format.number(1 / (RRF_K + hit.rank), {
                              minimumFractionDigits: 4,
                              maximumFractionDigits: 4,
                            })}
                          </span>
                        </>
                      ) : (
                        <span className="text-muted">
                          <span aria-hidden="true">–</span>
                          <span className="sr-only">{t("notInChannel")}</span>
                        </span>
                      )}
                    </Td>
                  );
                })}
                <Td className="text-right">
                  {format.number(candidate.rrf, { minimumFractionDigits: 4, maximumFractionDigits: 4 })}
                </Td>
                {PART_KEYS.map((key) => (
                  <Td key={key} className="text-right">
                    {format.number(candidate.parts[key], {
                      minimumFractionDigits: 2,
                      maximumFractionDigits: 2,
                    })}
                  </Td>
                ))}
                <Td className="text-right">
                  <span className="flex flex-col items-end gap-1">
                    <strong className="font-semibold">
                      {format.number(candidate.score, { minimumFractionDigits: 4, maximumFractionDigits: 4 })}
                    </strong>
                    <ScoreBar parts={candidate.parts} weights={weights} />
                  </span>
                </Td>
                <Td className="text-right">{candidate.tokens}</Td>
                <Td className="text-right">
                  {candidate.outcome === "packed" ? (
                    <strong className="font-semibold">
                      {t("packedAt", { position: candidate.position ?? 0 })}
                    </strong>
                  ) : (
                    <span>
                      {candidate.reason_code ? tReasons(candidate.reason_code) : t("outcomes.dropped")}
                    </span>
                  )}
                </Td>
                <Td>
                  {candidate.outcome !== "packed"
                    ? ""
                    : candidate.used === undefined
                      ? t("unknown")
                      : candidate.used
                        ? t("usedYes")
                        : t("usedNo")}
                </Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </>
  );
}
