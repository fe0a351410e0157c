"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

/** A hint for what is already named; never the only place where something is said. */
export function Tooltip({ children, hint }: { children: ReactElement; hint: ReactNode }) {
  return (
    <Base.Provider delay={250}>
      <Base.Root>
        <Base.Trigger render={children} />
        <Base.Portal>
          <Base.Positioner sideOffset={6} className="z-50">
            <Base.Popup className="float-in max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-12 text-paper shadow-float">
              {hint}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  );
}
