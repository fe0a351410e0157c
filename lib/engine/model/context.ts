import type { Principal } from "@/lib/engine/model/principal";

/** One call: who, and under which request id. Threaded through everything; nothing reads it from elsewhere. */
export interface CallContext {
  principal: Principal;
  requestId: string;
}
