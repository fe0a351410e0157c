import { useTranslations } from "next-intl";
import type { ShownText } from "@/components/review/to-shown";

/** Why somebody else's words stand here uncovered. */
export function DisclosedNote({ shown }: { shown: ShownText | null }) {
  const t = useTranslations("review");
  return shown?.disclosed ? <p className="-mt-3 mb-6 text-13 text-muted">{t("shownToDecide")}</p> : null;
}
