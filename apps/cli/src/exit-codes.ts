/** Exit codes of every command: it worked, it ran and failed, it was refused before it ran. */
export const exitCodes = { success: 0, failure: 1, refused: 2 } as const

/** Ends a command with a message for the person who typed it, and no stack trace. */
export class UsageError extends Error {}
