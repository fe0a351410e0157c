import CircleCheckBig from "lucide-react/icons/circle-check-big";
import CircleMinus from "lucide-react/icons/circle-minus";
import CircleX from "lucide-react/icons/circle-x";
import type { LucideIcon } from "lucide-react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "next-intl";
import { Stamp } from "@/components/ui/stamp";

export type PartState = "ok" | "warning" | "failed" | "off";

const LOOK: Record<PartState, { icon: LucideIcon; state: string }> = {
  ok: { icon: CircleCheckBig, state: "confirmed" },
  warning: { icon: TriangleAlert, state: "waiting" },
  failed: { icon: CircleX, state: "failed" },
  off: { icon: CircleMinus, state: "superseded" },
};

export function PartStamp({ state }: { state: PartState }) {
  const t = useTranslations("health");
  return (
    <Stamp state={LOOK[state].state} icon={LOOK[state].icon}>
      {t(`state.${state}`)}
    </Stamp>
  );
}
