/** A text for a column. PostgreSQL refuses the character NUL and surrogates that have no partner. */
export function toColumn(text: string): string {
  return text.replaceAll(
    // eslint-disable-next-line no-control-regex
    /[\\\u0000]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    (found) => (found === '\\' ? '\\\\' : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

/** Reads a text of {@link toColumn}. */
export function fromColumn(column: string): string {
  if (!column.includes('\\')) return column
  return column.replaceAll(/\\(\\|u([0-9a-f]{4}))/g, (_, escape: string, code?: string) =>
    code === undefined ? escape : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
