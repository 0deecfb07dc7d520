import type { AssetView } from './turn-view.ts'

/** The id of the person whose picture a file is; `undefined` if it is none of a person. */
export function portrayedIn({ mediaType, metadata }: Pick<AssetView, 'mediaType' | 'metadata'>): string | undefined {
  const person = metadata?.person
  return typeof person === 'string' && mediaType.startsWith('image/') ? person : undefined
}
