import { printable } from '@narratoria/protocol/printable'

/** Removes control characters, which XML does not allow, and those that change the direction of writing. */
export function xmlText(text: string): string {
  // Encoding as UTF-8 replaces lone surrogates by U+FFFD.
  return printable(Buffer.from(text).toString()).replaceAll(/[\uFFFE\uFFFF]/g, '')
}

export function escapeHtml(text: string): string {
  return xmlText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
