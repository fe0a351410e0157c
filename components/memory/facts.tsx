import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Validity } from "@/components/memory/validity";
import { MonoId } from "@/components/ui/mono-id";
import { Time } from "@/components/ui/time";
import type { Memory } from "@/lib/contracts/memories";

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-b border-rule py-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-13 font-normal text-muted sm:pt-px">{name}</dt>
      <dd className="min-w-0 text-14">{children}</dd>
    </div>
  );
}

/** How sure we are in words first, then the particulars. */
export function Facts({ memory }: { memory: Memory }) {
  const t = useTranslations("memory");
  return (
    <dl className="border-t border-rule">
      <Row name={t("howSure")}>
        {memory.status === "active" ? t(`sure.${memory.confirmation}`) : t(`became.${memory.status}`)}
      </Row>
      <Row name={t("appliesTo")}>
        <span className="break-all">
          {t("scopeOf", {
            type: memory.scope.slice(0, memory.scope.indexOf(":")),
            name: memory.scope.slice(memory.scope.indexOf(":") + 1),
          })}
        </span>
      </Row>
      <Row name={t("validity")}>
        <Validity from={memory.valid_from} to={memory.valid_to} />
      </Row>
      <Row name={t("recorded")}>
        <Time at={memory.recorded_at} style="minute" />
        {memory.written_by.name ? (
          <span translate="no" className="text-muted">
            {" · "}
            {memory.written_by.name}
          </span>
        ) : null}
      </Row>
      {memory.write_reason ? (
        <Row name={t("why")}>{<span className="verbatim">{memory.write_reason}</span>}</Row>
      ) : null}
      <Row name={t("used")}>
        {t("usedTimes", { count: memory.uses.count })}
        {memory.uses.last_at ? (
          <span className="text-muted">
            {" · "}
            {t.rich("lastUsed", { when: () => <Time at={memory.uses.last_at ?? ""} style="minute" /> })}
          </span>
        ) : null}
      </Row>
      <Row name={t("sensitivity")}>{t(`sensitivityOf.${memory.sensitivity}`)}</Row>
      <Row name={t("number")}>
        <MonoId id={memory.memory_id} />
      </Row>
    </dl>
  );
}
