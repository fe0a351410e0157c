import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { StateStamp } from "@/components/memory/state-stamp";
import { decideState } from "@/components/memory/decide-state";
import { Validity } from "@/components/memory/validity";
import { ShownWords } from "@/components/review/shown-words";
import { toShown } from "@/components/review/to-shown";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { Memory } from "@/lib/contracts/memories";

export interface Eyes {
  self: string | null;
  reads: boolean;
  revealed: readonly string[];
}

/** Memories as an operator may see them: where they stand and what they are worth; words about others covered. */
export function MemoryTable({ memories, viewer }: { memories: Memory[]; viewer: Eyes }) {
  const t = useTranslations("browse");
  return (
    <Table label={t("title")} className="min-w-[62rem]">
      <thead>
        <tr>
          <Th>{t("memory")}</Th>
          <Th>{t("state")}</Th>
          <Th>{t("fact")}</Th>
          <Th className="text-right">{t("trust")}</Th>
          <Th className="text-right">{t("confidence")}</Th>
          <Th>{t("valid")}</Th>
          <Th>{t("recorded")}</Th>
          <Th className="text-right">{t("used")}</Th>
        </tr>
      </thead>
      <tbody>
        {memories.map((memory) => (
          <tr key={memory.memory_id} className="group hover:[&>*]:bg-wash">
            <RowHead className="max-w-80 min-w-44">
              <Link
                href={`/console/memories/${memory.memory_id}` as Route}
                className="block text-14 font-medium text-accent hover:underline"
              >
                <ShownWords shown={toShown(memory, viewer)} clamp />
              </Link>
            </RowHead>
            <Td className="whitespace-nowrap">
              <StateStamp state={decideState(memory)} />
            </Td>
            <Td className="max-w-64 min-w-40">
              <Link
                translate="no"
                href={`/console/chains/${memory.fact_id}` as Route}
                className="font-mono text-12 wrap-anywhere text-accent hover:underline"
              >
                {memory.scope} · {memory.subject === memory.scope ? "" : `${memory.subject} · `}
                {memory.predicate}
              </Link>
            </Td>
            <Td className="figures text-right">{t("share", { value: memory.trust })}</Td>
            <Td className="figures text-right">{t("share", { value: memory.confidence })}</Td>
            <Td className="min-w-36">
              <Validity from={memory.valid_from} to={memory.valid_to} />
            </Td>
            <Td className="whitespace-nowrap">
              <Time at={memory.recorded_at} style="minute" />
            </Td>
            <Td className="figures text-right">{t("number", { value: memory.uses.count })}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
