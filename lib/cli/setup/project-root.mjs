import { fileURLToPath } from "node:url";

/** The folder that holds package.json, whatever folder the command was typed in. */
export const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));
