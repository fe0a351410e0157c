import Link from "next/link";
import { useTranslations } from "next-intl";

const STEPS = [
  { key: "kept", href: "/me/settings" },
  { key: "change", href: "/me/memories" },
  { key: "see", href: "/me/agents" },
] as const;

/** For somebody about whom nothing is remembered yet: what is kept, what they can do about it, and who sees it. */
export function FirstSteps() {
  const t = useTranslations("me.first");
  return (
    <ol className="mt-8 grid gap-6 sm:grid-cols-3 sm:gap-5">
      {STEPS.map(({ key, href }, index) => (
        <li key={key} className="flex flex-col gap-2 border-t-[3px] border-ink pt-3">
          <p className="figures text-13 text-muted">{t("step", { number: index + 1 })}</p>
          <h2 className="text-16 font-semibold">{t(`${key}.title`)}</h2>
          <p className="text-14 text-muted">{t(`${key}.text`)}</p>
          <p className="mt-auto pt-1 text-14">
            <Link href={href} className="ink-link">
              {t(`${key}.go`)}
            </Link>
          </p>
        </li>
      ))}
    </ol>
  );
}
