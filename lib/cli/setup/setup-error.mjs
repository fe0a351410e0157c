/** A failure the reader can act on: the launchers print its message without a stack trace. */
export class SetupError extends Error {}
