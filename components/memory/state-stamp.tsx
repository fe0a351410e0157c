import {
  ArrowUpRight,
  Archive,
  Ban,
  CircleCheckBig,
  Eye,
  Hourglass,
  type LucideIcon,
  MessageCircleQuestion,
  Pause,
  ShieldAlert,
  Sparkle,
  SquareDashed,
} from "lucide-react";
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
