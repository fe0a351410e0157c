import CircleSlash from "lucide-react/icons/circle-slash";
import Hourglass from "lucide-react/icons/hourglass";
import Lock from "lucide-react/icons/lock";
import LockOpen from "lucide-react/icons/lock-open";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Stamp } from "@/components/ui/stamp";
import type { HoldState } from "@/lib/contracts/holds";

const LOOK: Record<HoldState, { icon: LucideIcon; state: string }> = {
  proposed: { icon: Hourglass, state: "waiting" },
  active: { icon: Lock, state: "confirmed" },
  declined: { icon: CircleSlash, state: "superseded" },
  releasing: { icon: Hourglass, state: "waiting" },
  released: { icon: LockOpen, state: "superseded" },
};

export function HoldStamp({ state }: { state: HoldState }) {
  const t = useTranslations("holds.state");
  return (
    <Stamp state={LOOK[state].state} icon={LOOK[state].icon}>
      {t(state)}
    </Stamp>
  );
}
