import { useTranslations } from "next-intl";

/** Why something waits, in the reader's language; the rule's own name stays beside it for those who write rules. */
export function HeldFor({ code }: { code: string }) {
  const t = useTranslations("heldFor");
  return (
    <span>
      {t.has(code as never) ? t(code as never) : t("other")}{" "}
      <code className="font-mono text-12 wrap-anywhere text-muted">{code}</code>
    </span>
  );
}
