import CircleCheckBig from "lucide-react/icons/circle-check-big";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import Hourglass from "lucide-react/icons/hourglass";
import LoaderCircle from "lucide-react/icons/loader-circle";
import type { LucideIcon } from "lucide-react";
import Minus from "lucide-react/icons/minus";
import { useTranslations } from "next-intl";
import type { RungState } from "@/components/receipt/ladder-rows";
import { Stamp } from "@/components/ui/stamp";

const LOOK: Record<RungState, { icon: LucideIcon; state: string }> = {
  done: { icon: CircleCheckBig, state: "confirmed" },
  not_present: { icon: Minus, state: "superseded" },
  running: { icon: LoaderCircle, state: "observed" },
  pending: { icon: Clock, state: "observed" },
  waiting: { icon: Hourglass, state: "waiting" },
  failed: { icon: CircleX, state: "failed" },
};

export function TargetStamp({ state }: { state: RungState }) {
  const t = useTranslations("targetStates");
  return (
    <Stamp state={LOOK[state].state} icon={LOOK[state].icon}>
      {t(state)}
    </Stamp>
  );
}
