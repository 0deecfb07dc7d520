/** Quotes a path or a name for a shell if necessary. */
export function quoteForShell(path: string): string {
  return /^[\w./\\:@+-]+$/.test(path) ? path : `"${path.replace(/["$`]/g, '\\$&')}"`
}
