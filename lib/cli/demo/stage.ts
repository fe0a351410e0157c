import type { ActorName, AgentName, PersonName, When } from "@/lib/cli/demo/script";
import { DEMO_AGENTS, DEMO_USERS } from "@/lib/cli/demo/accounts";
import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";
import type { Principal } from "@/lib/engine/model/principal";
import type { SettableClock } from "@/lib/platform/clock";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Shanghai keeps one offset all year, so that its dates need no calendar. */
const SHANGHAI = 8 * HOUR;

/** An instant of the story, counted from the first start. */
export function toInstant(when: When, firstStart: Date): Date {
  if (!Array.isArray(when))
    return new Date(firstStart.getTime() - (when as { hoursAgo: number }).hoursAgo * HOUR);
  const [day, time] = when as readonly [number, string];
  const midnight = Math.floor((firstStart.getTime() + SHANGHAI) / DAY) * DAY - SHANGHAI;
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return new Date(midnight - day * DAY + hours * HOUR + minutes * 60_000);
}

/** What the steps act on: an engine whose clock they set, and who may act. */
export interface Stage {
  engine: Engine;
  clock: SettableClock;
  tenantId: string;
  firstStart: Date;
  callOf(actor: ActorName, requestId: string): CallContext;
  /** Memories by the key of the step that wrote them. */
  memories: Map<string, string>;
}

const PEOPLE: readonly ActorName[] = ["lin", "op1"];

export function toCalls(tenantId: string, ids: ReadonlyMap<string, string>): Pick<Stage, "callOf"> {
  const base = { tenantId, purposes: null, keyId: null } as const;
  const person = (name: PersonName): Principal => {
    const user = DEMO_USERS.find((one) => one.external_id === name);
    const self = `user:${name}`;
    return {
      ...base,
      // The audit log says that it was the demo that acted, not the person.
      actor: { kind: "demo", id: ids.get(name) ?? name, name: user?.display_name ?? name },
      via: "page",
      roles: user?.roles ?? ["user"],
      scopes: [self, ...(user?.scopes ?? [])],
      sourceTypes: ["user_statement", "user_confirmation"],
      writeMode: "full",
      self,
    };
  };
  const agent = (name: AgentName): Principal => {
    const made = DEMO_AGENTS.find((one) => one.short === name);
    return {
      ...base,
      actor: { kind: "agent", id: ids.get(name) ?? name, name: made?.name ?? name },
      via: "api",
      roles: [],
      scopes: made?.scopes ?? [],
      purposes: made?.purposes ?? null,
      sourceTypes: made?.source_types ?? [],
      writeMode: made?.write_mode ?? "none",
      self: null,
    };
  };
  return {
    callOf: (actor, requestId) => ({
      requestId,
      principal: PEOPLE.includes(actor) ? person(actor as PersonName) : agent(actor as AgentName),
    }),
  };
}
