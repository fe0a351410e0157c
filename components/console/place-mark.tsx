import CircleCheckBig from "lucide-react/icons/circle-check-big";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import Hourglass from "lucide-react/icons/hourglass";
import LoaderCircle from "lucide-react/icons/loader-circle";
import type { LucideIcon } from "lucide-react";
import Minus from "lucide-react/icons/minus";
import { useTranslations } from "next-intl";
import type { DeletionWork } from "@/lib/contracts/jobs";

type State = DeletionWork["targets"][number]["state"];

const LOOK: Record<State, { icon: LucideIcon; colour: string }> = {
  done: { icon: CircleCheckBig, colour: "text-confirmed" },
  not_present: { icon: Minus, colour: "text-muted" },
  running: { icon: LoaderCircle, colour: "text-observed" },
  pending: { icon: Clock, colour: "text-observed" },
  waiting: { icon: Hourglass, colour: "text-expired" },
  failed: { icon: CircleX, colour: "text-danger" },
};

/** One place of one request, small enough to read a column of them downwards: a sign, and its word beneath. */
export function PlaceMark({ place }: { place: DeletionWork["targets"][number] | undefined }) {
  const t = useTranslations("targetStates");
  if (!place) return <span className="text-muted">–</span>;
  const { icon: Icon, colour } = LOOK[place.state];
  return (
    <span className={`inline-grid justify-items-center gap-0.5 ${colour}`}>
      <Icon aria-hidden="true" className="size-4" />
      <span className="text-12">{t(place.state)}</span>
    </span>
  );
}
