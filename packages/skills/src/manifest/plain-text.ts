// C0 and C1 controls, DEL, and characters that reorder or hide text: untrusted text must not control a terminal.
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+/gu

/** Makes untrusted text safe for one line of a terminal. */
export function plainText(text: string): string {
  return text.replace(unsafe, ' ').trim()
}

// The same, except line feeds and tabs.
// oxlint-disable-next-line no-control-regex
const unsafeInLines = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/gu

/** Makes untrusted text of several lines safe for a terminal. */
export function plainLines(text: string): string {
  return text.replace(/\r\n?/gu, '\n').replace(unsafeInLines, '').trim()
}

/** Quotes an untrusted value for a message, cut at 80 characters. */
export function quoted(value: unknown): string {
  const text = plainText(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'))
  return `"${text.length > 80 ? `${text.slice(0, 79)}…` : text}"`
}
