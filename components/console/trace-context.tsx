import { CHANNELS } from "@/lib/contracts/choices";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Time } from "@/components/ui/time";
import type { RetrievalTrace } from "@/lib/contracts/retrievals";

/** The request as it came and as it was read: who, what for, where, when, how much. */
export function TraceContext({ trace }: { trace: RetrievalTrace }) {
  const t = useTranslations("trace");
  const tIntents = useTranslations("intents");
  const tKinds = useTranslations("kinds");
  const tChannels = useTranslations("channels");
  const { projected } = trace.context;
  /** The engine's reason begins with its code; the sentence after it is for the API. */
  const toReason = (reason: string) => {
    const key = `triggers.${reason.slice(0, reason.indexOf(":"))}`;
    return t.has(key as never) ? t(key as never) : reason;
  };
  const yes = (value: boolean) => (value ? t("yes") : t("no"));
  const rows: { key: string; value: ReactNode }[] = [
    { key: "agent", value: <span translate="no">{trace.actor.name ?? trace.actor.id}</span> },
    { key: "intent", value: tIntents(projected.intent) },
    {
      key: "scopes",
      value: <span className="font-mono text-12 break-all">{projected.scopes.join(", ") || t("none")}</span>,
    },
    { key: "risk", value: t(`riskLevel.${projected.risk_level}`) },
    { key: "purpose", value: projected.purpose ?? t("none") },
    {
      key: "kinds",
      value: projected.kinds ? projected.kinds.map((kind) => tKinds(kind)).join(t("separator")) : t("all"),
    },
    { key: "validAt", value: <Time at={projected.valid_at} style="exact" /> },
    { key: "knownAt", value: <Time at={projected.known_at} style="exact" /> },
    { key: "limits", value: t("limitsValue", { k: projected.k, budget: projected.token_budget }) },
    { key: "confirmedOnly", value: yes(projected.require_confirmed) },
    { key: "history", value: yes(projected.include_superseded) },
    { key: "archived", value: yes(projected.include_archived) },
    { key: "analyser", value: t("analyserValue", { name: projected.analyser, terms: projected.terms }) },
    { key: "policy", value: t("policyValue", { version: trace.policy_version }) },
    {
      key: "indexes",
      value: (
        <span className="font-mono text-12 break-all">
          {Object.entries(trace.index_versions)
            .map(([name, version]) => `${name} ${version}`)
            .join(", ") || t("none")}
        </span>
      ),
    },
    {
      key: "channels",
      value: CHANNELS.flatMap((channel) => {
        const state = trace.channel_states[channel];
        return state
          ? [t(`channelState.${state.state}`, { channel: tChannels(channel), found: state.found })]
          : [];
      }).join(t("separator")),
    },
    { key: "floors", value: t("fraction", { value: trace.thresholds.trust_floor }) },
    ...(projected.times && projected.times.length > 0
      ? [
          {
            key: "times",
            value: projected.times.map((time) => (
              <span key={`${time.from}${time.to}`} className="block">
                <Time at={time.from} style="exact" /> {t("to")} <Time at={time.to} style="exact" />{" "}
                <span className="text-muted">
                  {t(`timeEffect.${time.effect}`)}
                  {t("separator")}
                  {t("sure", { value: time.confidence })}
                </span>
              </span>
            )),
          },
        ]
      : []),
    ...(projected.session
      ? [{ key: "session", value: t(`sessionPlace.${projected.session.order}`, { n: projected.session.n }) }]
      : []),
    ...(projected.aliases
      ? [
          {
            key: "aliases",
            value: (
              <span className="font-mono text-12 break-all">
                {projected.aliases.map((alias) => `${alias.alias_id} → ${alias.entity_id}`).join(", ")}
              </span>
            ),
          },
        ]
      : []),
    {
      key: "trigger",
      value: t(trace.triggered ? "triggered" : "notTriggered", { reason: toReason(trace.trigger_reason) }),
    },
  ];
  return (
    <>
      <dl className="grid gap-x-10 border-t border-rule sm:grid-cols-2 xl:grid-cols-3">
        {rows.map(({ key, value }) => (
          <div key={key} className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 border-b border-rule py-1.5">
            <dt className="font-normal text-muted">{t(`context.${key}`)}</dt>
            <dd className="figures min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      <details className="mt-2">
        <summary className="inline-block min-h-6 text-13 text-accent">{t("received")}</summary>
        <pre className="verbatim mt-1 border border-rule bg-sheet p-3 font-mono text-12">
          {JSON.stringify(trace.context.received, null, 2)}
        </pre>
      </details>
    </>
  );
}
