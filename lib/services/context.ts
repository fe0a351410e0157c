import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";
import type { Clock } from "@/lib/platform/clock";
import type { Database } from "@/lib/store/client";

/** Keyed digests that services need; the keys themselves stay in the composition root. */
export interface ServiceKeys {
  /** Of a whole agent key, as the directory of keys keeps it. */
  digestApiKey(key: string): string;
  /** Of an e-mail address, case and surrounding space aside, as the sign-in directory keeps it. */
  digestEmail(email: string): string;
}

/** What every service verb gets beside its input: who calls, and the few things it may use. */
export interface ServiceContext extends CallContext {
  engine: Engine;
  database: Database;
  clock: Clock;
  keys: ServiceKeys;
}
