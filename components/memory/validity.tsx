import { useTranslations } from "next-intl";
import { Time } from "@/components/ui/time";

/** "from … until changed", "from … until …": half-open, in the reader's zone. */
export function Validity({ from, to }: { from: string | null; to: string | null }) {
  const t = useTranslations("memory");
  if (!from && !to) return <>{t("validityUnknown")}</>;
  return (
    <>
      {t.rich(to ? (from ? "validFromTo" : "validTo") : "validFrom", {
        from: () => (from ? <Time at={from} /> : null),
        to: () => (to ? <Time at={to} /> : null),
      })}
    </>
  );
}
