/** The present time as part of a file name. */
export function timestamp(): string {
  return new Date().toISOString().replaceAll(/[:.]/g, '-')
}
