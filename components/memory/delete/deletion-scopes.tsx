import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { Section } from "@/components/ui/section";

interface Choice {
  /** Null: what has no topic. */
  name: string | null;
  count: number;
  href: string;
}

function Rows({ choices }: { choices: readonly Choice[] }) {
  const t = useTranslations("deleteMine");
  return (
    <ul>
      {choices.map(({ name, count, href }) => (
        <li
          key={href}
          className="group relative grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-5 border-b border-rule py-3 hover:bg-wash"
        >
          <Link
            href={href as Route}
            translate={name ? "no" : undefined}
            className="text-16 font-medium wrap-anywhere after:absolute after:inset-0 group-hover:text-accent"
          >
            {name ?? t("withoutTopic")}
          </Link>
          <span className="figures text-14 text-muted">{t("count", { count })}</span>
        </li>
      ))}
    </ul>
  );
}

/** What is to go: single memories, a topic, what an agent wrote, or everything. Nothing happens on this page. */
export function DeletionScopes({
  everything,
  topics,
  agents,
}: {
  everything: { count: number; href: string };
  topics: readonly Choice[];
  agents: readonly Choice[];
}) {
  const t = useTranslations("deleteMine");
  return (
    <>
      {topics.length > 0 ? (
        <Section title={t("byTopic")}>
          <Rows choices={topics} />
        </Section>
      ) : null}
      {agents.length > 0 ? (
        <Section title={t("byAgent")}>
          <Rows choices={agents} />
        </Section>
      ) : null}
      <Section title={t("single")}>
        <p className="py-3 text-14">
          {t("singleText")}{" "}
          <Link className="ink-link" href="/me/memories">
            {t("toMemories")}
          </Link>
        </p>
      </Section>
      <Section title={t("everything")}>
        <div className="grid gap-3 py-3">
          <p className="text-14">{t("everythingText", { count: everything.count })}</p>
          <ButtonLink variant="warning" className="justify-self-start" href={everything.href as Route}>
            {t("everythingGo")}
          </ButtonLink>
        </div>
      </Section>
    </>
  );
}
