import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleCheckBig from "lucide-react/icons/circle-check-big";
import CircleSlash from "lucide-react/icons/circle-slash";
import CircleX from "lucide-react/icons/circle-x";
import Hourglass from "lucide-react/icons/hourglass";
import LoaderCircle from "lucide-react/icons/loader-circle";
import Lock from "lucide-react/icons/lock";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Stamp } from "@/components/ui/stamp";
import type { DeletionStatus } from "@/lib/contracts/deletions";

export const DELETION_LOOK: Record<DeletionStatus, { icon: LucideIcon; state: string }> = {
  requested: { icon: CalendarClock, state: "observed" },
  running: { icon: LoaderCircle, state: "observed" },
  waiting: { icon: Hourglass, state: "waiting" },
  complete: { icon: CircleCheckBig, state: "confirmed" },
  failed: { icon: CircleX, state: "failed" },
  cancelled: { icon: CircleSlash, state: "superseded" },
};

const ON_HOLD = { icon: Lock, state: "waiting" };

export function DeletionStamp({ status, onHold = false }: { status: DeletionStatus; onHold?: boolean }) {
  const t = useTranslations("deletionStates");
  const { icon, state } = onHold ? ON_HOLD : DELETION_LOOK[status];
  return (
    <Stamp state={state} icon={icon}>
      {t(onHold ? "onHold" : status)}
    </Stamp>
  );
}

/** The same, large and struck by hand: on the receipt itself. */
export function DeletionSeal({ status }: { status: DeletionStatus }) {
  const t = useTranslations("deletionStates");
  const Icon = DELETION_LOOK[status].icon;
  return (
    <span className="seal" data-state={status}>
      <Icon aria-hidden="true" className="size-5" />
      {t(status)}
    </span>
  );
}
