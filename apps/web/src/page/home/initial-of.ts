/** The letter that stands for a story without a picture. */
export function initialOf(title: string): string {
  const words = title.replace(/^(?:The|A|An) /, '').trim()
  return (/^./u.exec(words)?.[0] ?? '').toUpperCase()
}
