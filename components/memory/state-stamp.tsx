import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import Archive from "lucide-react/icons/archive";
import Ban from "lucide-react/icons/ban";
import CircleCheckBig from "lucide-react/icons/circle-check-big";
import Eye from "lucide-react/icons/eye";
import Hourglass from "lucide-react/icons/hourglass";
import type { LucideIcon } from "lucide-react";
import MessageCircleQuestion from "lucide-react/icons/message-circle-question";
import Pause from "lucide-react/icons/pause";
import ShieldAlert from "lucide-react/icons/shield-alert";
import Sparkle from "lucide-react/icons/sparkle";
import SquareDashed from "lucide-react/icons/square-dashed";
import { useTranslations } from "next-intl";
import type { StampState } from "@/components/memory/decide-state";
import { Stamp } from "@/components/ui/stamp";

const ICONS: Record<StampState, LucideIcon> = {
  confirmed: CircleCheckBig,
  inferred: Sparkle,
  observed: Eye,
  superseded: ArrowUpRight,
  expired: Hourglass,
  revoked: Ban,
  quarantined: ShieldAlert,
  pending_approval: Pause,
  candidate: MessageCircleQuestion,
  archived: Archive,
  deleted: SquareDashed,
};

export function StateStamp({ state }: { state: StampState }) {
  const t = useTranslations("states");
  return (
    <Stamp state={state} icon={ICONS[state]} title={t(`${state}.hint`)}>
      {t(`${state}.label`)}
    </Stamp>
  );
}
