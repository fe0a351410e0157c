import { useTranslations } from "next-intl";
import type { ShownText } from "@/components/review/to-shown";

/** Words of a memory as data: plain text, nothing in it is a link. */
export function ShownWords({ shown, clamp = false }: { shown: ShownText | null; clamp?: boolean }) {
  const t = useTranslations("review");
  if (shown === null) return <span className="text-muted">{t("textGone")}</span>;
  return (
    <span className={`verbatim ${clamp ? "line-clamp-2" : ""} ${shown.masked ? "text-muted" : ""}`}>
      {shown.masked ? <span className="sr-only">{t("masked")} </span> : null}
      <span aria-hidden={shown.masked}>{shown.text}</span>
    </span>
  );
}
