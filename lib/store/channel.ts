import type { Tx } from "@/lib/store/client";
import { createHeldRows, type HeldRows } from "@/lib/store/held-rows";
import type { Ahead } from "@/lib/store/look-ahead";

/**
 * The wire under one transaction. What goes through drizzle is built anew each time it is sent; a statement that is sent
 * with every write has one text, prepared once, and comes here with its parameters alone.
 */
export interface Channel {
  /** Started in this call; statements go out in the order in which they are started. Rows as the driver reads them. */
  send<T>(text: string, parameters: readonly unknown[]): Promise<T[]>;
  /** A setting, or another text that is not worth preparing. */
  set(text: string): Promise<unknown>;
  /** Rows that are decided and not sent yet (see hold-rows). */
  readonly held: HeldRows;
  /** What this transaction was foreseen to need (see look-ahead). */
  ahead: Ahead | null;
  /** What this transaction made and nobody else can have seen yet. */
  readonly made: { events: Set<string>; facts: Set<string> };
}

export type Wire = Pick<Channel, "set"> & { send(text: string, parameters: unknown[]): Promise<unknown> };

export function createChannel(wire: Wire): Channel {
  const held = createHeldRows(wire.send);
  return {
    send: <T>(text: string, parameters: readonly unknown[]) => {
      // What is held may be what is asked for.
      held.send();
      return wire.send(text, [...parameters]) as Promise<T[]>;
    },
    set: wire.set,
    held,
    ahead: null,
    made: { events: new Set(), facts: new Set() },
  };
}

/** By a registered symbol, not a variable of this module: a bundler gives the server's start and its routes a copy each. */
const CHANNEL = Symbol.for("keepsake.channel");

export function bindChannel(tx: Tx, channel: Channel): void {
  Object.defineProperty(tx, CHANNEL, { value: channel, configurable: true });
}

export function channelOf(tx: Tx): Channel {
  const channel = (tx as { [CHANNEL]?: Channel })[CHANNEL];
  if (!channel) throw new Error("this transaction was not opened by lib/store/client");
  return channel;
}
