import { useTranslations } from "next-intl";
import { Time } from "@/components/ui/time";
import type { Memory } from "@/lib/contracts/memories";

/** Who this is from and when: one sentence, then the words themselves while they are still held. */
export function Provenance({ memory }: { memory: Memory }) {
  const t = useTranslations("memory");
  const quoted = memory.sources.find((source) => source.quote !== null && source.relation !== "contradicts");
  const wordless = memory.sources.length > 0 && memory.sources.every((source) => source.quote === null);
  // A person who writes here goes through nobody: the writer's name would be the reader's own.
  const onPages =
    memory.written_by.kind !== "agent" &&
    (memory.provenance_type === "user_confirmation" || memory.provenance_type === "user_statement");
  return (
    <div className="border-l-[3px] border-rule-strong pl-4">
      <p className="text-14 text-muted">
        {t.rich(onPages ? "provenanceOnPages" : `provenance.${memory.provenance_type}`, {
          agent: memory.written_by.name ?? t("someone"),
          name: (chunks) => (
            <strong translate="no" className="font-medium text-ink">
              {chunks}
            </strong>
          ),
          when: () => <Time at={memory.observed_at} />,
        })}
      </p>
      {quoted?.quote ? (
        <blockquote className="verbatim measure mt-1.5 text-16" cite={quoted.event_id}>
          {t("quote", { text: quoted.quote })}
        </blockquote>
      ) : wordless ? (
        <p className="mt-1.5 text-14 text-muted">{t("noExactWords")}</p>
      ) : null}
    </div>
  );
}
