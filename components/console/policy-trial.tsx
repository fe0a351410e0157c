import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { PolicyTrial } from "@/lib/contracts/policies";

/** What a draft would change of what agents were given lately: which retrievals, and how much of each. */
export function PolicyTrialResult({ trial }: { trial: PolicyTrial }) {
  const t = useTranslations("policies");
  const { tried, skipped, changed } = trial;
  return (
    <section role="status" className="mt-6 border-l-[3px] border-accent bg-wash px-4 py-3">
      <p className="text-14 font-medium">{t("tried", { tried, changed: changed.length })}</p>
      {skipped > 0 ? <p className="text-13 text-muted">{t("skipped", { count: skipped })}</p> : null}
      <p className="text-13 text-muted">{t("readingOnly")}</p>
      {changed.length > 0 ? (
        <div className="mt-3">
          <Table label={t("triedTable")}>
            <thead>
              <tr>
                <Th>{t("asked")}</Th>
                <Th>{t("askedBy")}</Th>
                <Th className="text-right">{t("comesIn")}</Th>
                <Th className="text-right">{t("fallsOut")}</Th>
                <Th className="text-right">{t("tokensThen")}</Th>
              </tr>
            </thead>
            <tbody>
              {changed.map(({ retrieval_id: id, at, actor, entered, left, tokens }) => (
                <tr key={id}>
                  <RowHead>
                    <Link href={`/console/traces/${id}` as Route} className="ink-link">
                      <Time at={at} style="minute" />
                    </Link>
                  </RowHead>
                  <Td>
                    <span translate="no">{actor.name ?? actor.id}</span>
                  </Td>
                  <Td className="figures text-right">{entered.length}</Td>
                  <Td className="figures text-right">{left.length}</Td>
                  <Td className="figures text-right">{t("tokensChange", tokens)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      ) : null}
    </section>
  );
}
