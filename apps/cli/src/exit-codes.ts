/** Exit codes of every command. `refused` means that nothing ran: invalid usage, or an invalid plan. */
export const exitCodes = { success: 0, failure: 1, refused: 2, interrupted: 130 } as const

/** A mistake of the user. The program prints its message without a stack trace and exits with `refused`. */
export class UsageError extends Error {}
