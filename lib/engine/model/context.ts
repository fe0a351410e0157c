import type { Principal } from "@/lib/engine/model/principal";

/** One call: who, and under which request id. Threaded through everything; nothing reads it from elsewhere. */
export interface CallContext {
  principal: Principal;
  requestId: string;
  /** Names the request among all that may be sent twice: what it has done already is found again, not done again. */
  once?: string;
}
