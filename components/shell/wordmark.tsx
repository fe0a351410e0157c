import { useTranslations } from "next-intl";

/** The mark: a slip with a torn lower edge, as one gets for something handed over to be kept. */
export function Wordmark() {
  const t = useTranslations("shell");
  return (
    <span className="inline-flex items-center gap-2">
      <svg viewBox="0 0 20 22" aria-hidden="true" className="h-[1.375rem] w-5 text-accent">
        <path d="M2 1h16v19.5l-4-2.3-4 2.3-4-2.3-4 2.3z" fill="currentColor" />
        <path d="M5.5 6.5h9M5.5 10.5h6" stroke="var(--paper)" strokeWidth="1.75" strokeLinecap="round" />
      </svg>
      <span className="text-16 font-semibold tracking-[-0.01em]" translate="no">
        {t("name")}
      </span>
    </span>
  );
}
