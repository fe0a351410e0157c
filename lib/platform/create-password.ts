import { randomBytes } from "node:crypto";

/** A first password that nobody chose: 120 bits, in letters that can be read out. */
export function createPassword(): string {
  return (randomBytes(15).toString("hex").match(/.{5}/g) ?? []).join("-");
}
