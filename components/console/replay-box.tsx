"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type FormEvent, useCallback, useState } from "react";
import { MemoryCell } from "@/components/console/memory-cell";
import type { ShownMemories } from "@/components/console/shown-memory";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextField } from "@/components/ui/field";
import { useAnnounce } from "@/components/ui/live-region";
import { Select } from "@/components/ui/select";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { type Action, useAction } from "@/components/ui/use-action";
import type { Replay } from "@/lib/contracts/replays";

interface Request {
  retrieval_id: string;
  version: number | null;
  at: "then" | "now";
  without: string | null;
}
interface Props {
  retrievalId: string;
  action: Action<Request, Replay>;
  /** The version the retrieval was made under. */
  recordedVersion: number;
  /** Ids offered to be left out: those that were packed. */
  packed: string[];
  memories: ShownMemories;
}

/** The same question asked again, under other terms, and what would come of it. */
export function ReplayBox({ retrievalId, action, recordedVersion, packed, memories }: Props) {
  const t = useTranslations("replay");
  const announce = useAnnounce();
  const [terms, setTerms] = useState({ policy: "present", at: "then", without: "" });
  const [answer, setAnswer] = useState<Replay | null>(null);
  const { run, pending, failure } = useAction(
    action,
    useCallback(
      (data: Replay) => {
        setAnswer(data);
        announce(data.same ? t("same") : t("differs"));
      },
      [announce, t],
    ),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    setAnswer(null);
    run({
      retrieval_id: retrievalId,
      version: terms.policy === "recorded" ? recordedVersion : terms.policy === "defaults" ? 0 : null,
      at: terms.at === "now" ? "now" : "then",
      without: terms.without.trim() || null,
    });
  }
  return (
    <div className="border border-rule-strong bg-sheet p-4">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <Select
          className="min-w-0 flex-1 basis-52"
          label={t("policy")}
          value={terms.policy}
          onChange={(event) => setTerms({ ...terms, policy: event.target.value })}
          options={[
            { value: "present", label: t("present") },
            { value: "recorded", label: t("recorded", { version: recordedVersion }) },
            { value: "defaults", label: t("defaults") },
          ]}
        />
        <Select
          className="min-w-0 flex-1 basis-52"
          label={t("at")}
          value={terms.at}
          onChange={(event) => setTerms({ ...terms, at: event.target.value })}
          options={[
            { value: "then", label: t("then") },
            { value: "now", label: t("now") },
          ]}
        />
        <TextField
          className="min-w-0 flex-1 basis-64"
          label={t("without")}
          value={terms.without}
          onChange={(event) => setTerms({ ...terms, without: event.target.value })}
          placeholder="mem_…"
          list="replay-ids"
          spellCheck={false}
          autoComplete="off"
        />
        <datalist id="replay-ids">
          {packed.map((id) => (
            <option key={id} value={id} />
          ))}
        </datalist>
        <Button type="submit" variant="primary" disabled={pending}>
          {pending ? t("asking") : t("ask")}
        </Button>
      </form>
      {failure ? (
        <div className="mt-3">
          <ErrorRegion failure={failure} />
        </div>
      ) : null}
      {answer ? <Differences answer={answer} memories={memories} /> : null}
    </div>
  );
}

function Differences({ answer, memories }: { answer: Replay; memories: ShownMemories }) {
  const t = useTranslations("replay");
  const tStages = useTranslations("stages");
  const tReasons = useTranslations("reasons");
  const format = useFormatter();
  const score = (value: number) =>
    format.number(value, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const fate = (code: string) =>
    tReasons.has(code as never) ? tReasons(code as never) : t(`fate.${code as "passed"}`);
  const outcome = (line: Replay["candidates"][number]["recorded"]) =>
    line === null
      ? t("fate.unseen")
      : line.outcome === "packed"
        ? t("packedAt", { position: line.position ?? 0 })
        : tReasons(line.reason_code ?? "below_k");
  return (
    <div className="mt-3 border-l-[3px] border-accent pl-3 text-14">
      <p className="font-semibold">{answer.same ? t("same") : t("differs")}</p>
      {answer.notes.map((note) => (
        <p key={note} className="text-13 text-muted">
          {t(`note.${note}`)}
        </p>
      ))}
      {answer.same ? null : (
        <p className="figures">
          {t("packChange", {
            entered: answer.pack.entered.length,
            left: answer.pack.left.length,
            before: answer.pack.tokens.recorded.used,
            after: answer.pack.tokens.replayed.used,
          })}
        </p>
      )}
      {answer.policy.changes.length > 0 ? (
        <ul className="mt-1 font-mono text-12 break-all">
          {answer.policy.changes.map(({ path, before, after }) => (
            <li key={path}>
              {path}: {JSON.stringify(before)} → {JSON.stringify(after)}
            </li>
          ))}
        </ul>
      ) : null}
      {answer.stages.length > 0 ? (
        <ul className="figures mt-1 text-13">
          {answer.stages.map(({ stage, recorded, replayed }) => (
            <li key={stage}>
              {t("stage", {
                stage: tStages(stage),
                in: recorded.in,
                out: recorded.out,
                newIn: replayed.in,
                newOut: replayed.out,
              })}
            </li>
          ))}
        </ul>
      ) : null}
      {answer.filter.length > 0 ? (
        <ul className="mt-1 text-13">
          {answer.filter.map(({ memory_id: id, recorded, replayed }) => (
            <li key={id}>
              <code className="font-mono text-12 break-all">{id}</code> {fate(recorded)} → {fate(replayed)}
            </li>
          ))}
        </ul>
      ) : null}
      {answer.candidates.length > 0 ? (
        <Table label={t("candidates")} className="mt-2 min-w-[48rem]">
          <thead>
            <tr>
              <Th>{t("memory")}</Th>
              <Th className="text-right">{t("rank")}</Th>
              <Th className="text-right">{t("score")}</Th>
              <Th className="text-right">{t("gained")}</Th>
              <Th>{t("outcome")}</Th>
            </tr>
          </thead>
          <tbody className="figures">
            {answer.candidates.map(({ memory_id: id, recorded, replayed, gained }) => (
              <tr key={id}>
                <RowHead className="max-w-80 min-w-56">
                  <MemoryCell memory={memories[id]} id={id} />
                </RowHead>
                <Td className="text-right">
                  {recorded?.rank ?? "–"} → {replayed?.rank ?? "–"}
                </Td>
                <Td className="text-right">
                  {recorded ? score(recorded.score) : "–"} → {replayed ? score(replayed.score) : "–"}
                </Td>
                <Td className="text-right text-12">
                  {gained === null
                    ? "–"
                    : (["R", "I", "T", "P"] as const)
                        .filter((part) => Math.abs(gained[part]) > 1e-9)
                        .map((part) => `${part} ${gained[part] > 0 ? "+" : ""}${score(gained[part])}`)
                        .join(" ")}
                </Td>
                <Td>
                  {outcome(recorded)} → {outcome(replayed)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
    </div>
  );
}
