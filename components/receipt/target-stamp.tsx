import {
  CircleCheckBig,
  CircleX,
  Clock,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Minus,
} from "lucide-react";
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
