import { useTranslations } from "next-intl";
import { Table, RowHead, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { ReviewEvidence } from "@/lib/contracts/reviews";

/** Each source by itself, with its own trust: a chain is no better than its weakest. */
export function EvidenceList({
  evidence,
  covered,
  label,
}: {
  evidence: ReviewEvidence[];
  /** The words are about another person, and the reader only looks. */
  covered: boolean;
  label: string;
}) {
  const t = useTranslations("review");
  const tSources = useTranslations("sourceTypes");
  if (evidence.length === 0) return <p className="py-3 text-14 text-muted">{t("noEvidence")}</p>;
  return (
    <Table label={label} className="min-w-[44rem]">
      <thead>
        <tr>
          <Th>{t("evidence.source")}</Th>
          <Th>{t("evidence.words")}</Th>
          <Th className="whitespace-nowrap">{t("evidence.relation")}</Th>
          <Th className="text-right whitespace-nowrap">{t("evidence.trust")}</Th>
          <Th>{t("evidence.writer")}</Th>
          <Th>{t("evidence.when")}</Th>
        </tr>
      </thead>
      <tbody>
        {evidence.map((one) => (
          <tr key={`${one.event_id}-${one.relation}`}>
            <RowHead className="min-w-32">
              {tSources(one.source_type)}
              {one.uri ? (
                <span translate="no" className="block font-mono text-12 break-all text-muted">
                  {covered ? "…" : one.uri}
                </span>
              ) : null}
            </RowHead>
            <Td className="min-w-48 max-w-96">
              {one.quote === null ? (
                <span className="text-muted">{t("noQuote")}</span>
              ) : covered ? (
                <span className="text-muted">{t("coveredQuote")}</span>
              ) : (
                <span className="verbatim">{one.quote}</span>
              )}
            </Td>
            <Td className="whitespace-nowrap">{t(`relation.${one.relation}`)}</Td>
            <Td className="figures text-right">{t("trust", { value: one.trust })}</Td>
            <Td translate="no">{one.writer.name ?? one.writer.id}</Td>
            <Td className="whitespace-nowrap">
              <Time at={one.occurred_at} style="minute" />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
