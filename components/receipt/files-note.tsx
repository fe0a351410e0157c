import { useTranslations } from "next-intl";
import { Time } from "@/components/ui/time";
import type { DeletionReceipt } from "@/lib/contracts/deletions";

/** What of the database's own files is still to come: an erased row lies in them until they are written anew. */
export function FilesNote({ files }: { files: NonNullable<DeletionReceipt["receipt"]["files"]> }) {
  const t = useTranslations("receipt.files");
  const { rewritten_at: at, due, not_rewritten: left, log } = files;
  return (
    <section className="mt-4 text-14">
      <h3 className="font-semibold">{t("title")}</h3>
      <p className="measure mt-1 text-muted">
        {at
          ? t.rich("rewritten", { when: () => <Time at={at} style="exact" /> })
          : due
            ? t.rich("due", { when: () => <Time at={due} style="exact" /> })
            : t("never")}{" "}
        {left.length > 0 ? t("left", { tables: left.join(", ") }) : null}{" "}
        {log === "not_ours" ? t("logNotOurs") : log === "replaced" ? t("logReplaced") : null}
      </p>
    </section>
  );
}
