import { useLocale, useTranslations } from "next-intl";
import { diffWords } from "@/components/memory/diff-words";

/** `<ins>` and `<del>` carry the change in shape (underline, strike) and in words for a screen reader, not in colour alone. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const t = useTranslations("history");
  const parts = diffWords(before, after, useLocale());
  return (
    <p className="verbatim">
      {parts.map((part, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text have no other identity
        if (part.kind === "same") return <span key={index}>{part.text}</span>;
        const Mark = part.kind === "added" ? "ins" : "del";
        return (
          <Mark
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text have no other identity
            key={index}
            className={
              part.kind === "added"
                ? "bg-[var(--confirmed-tint)] text-confirmed decoration-2 underline-offset-2"
                : "text-muted line-through decoration-[1.5px]"
            }
          >
            <span className="sr-only">{part.kind === "added" ? t("added") : t("removed")} </span>
            {part.text}
          </Mark>
        );
      })}
    </p>
  );
}
