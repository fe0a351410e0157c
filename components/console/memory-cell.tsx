import { useTranslations } from "next-intl";
import type { ShownMemory } from "@/components/console/shown-memory";

export function MemoryCell({ memory, id }: { memory: ShownMemory | undefined; id: string }) {
  const t = useTranslations("trace");
  return (
    <span className="block min-w-0">
      {memory?.text ? (
        <span
          className={memory.masked ? "line-clamp-2 text-muted" : "verbatim line-clamp-3 text-14"}
          title={memory.masked ? t("maskedHint") : undefined}
        >
          {memory.masked ? <span className="sr-only">{t("masked")} </span> : null}
          <span aria-hidden={memory.masked}>{memory.text}</span>
        </span>
      ) : (
        <span className="text-muted">{t("textGone")}</span>
      )}
      <code className="block font-mono text-12 break-all text-muted">{id}</code>
    </span>
  );
}
