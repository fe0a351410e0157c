import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";

/** An id as it stands in the API, with a way to take it along. */
export function MonoId({ id }: { id: string }) {
  const t = useTranslations("common");
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="font-mono text-12 break-all text-muted">{id}</code>
      <CopyButton text={id} label={t("copyId")} />
    </span>
  );
}
