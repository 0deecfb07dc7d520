import type { ToolContext } from '@narratoria/tool-sdk'
import { fillSentence } from '@narratoria/content'
import words from '../content/en.json' with { type: 'json' }
import { Gallery, type Picture, readPicture } from './gallery.ts'
import { drawSilhouette } from './silhouette/draw.ts'
import type { Subject } from './subject.ts'

/** Where a picture comes from: the campaign, an image server, or a drawing in code. */
export type Source = 'campaign' | 'made' | 'drawn'

/** The best picture of a person that there is now. */
export function pictureOf(subject: Subject, context: Pick<ToolContext, 'dataDir'>): Picture & { source: Source } {
  const own = subject.portrait === undefined ? undefined : readPicture(subject.portrait)
  if (own) return { ...own, source: 'campaign' }
  const made = new Gallery(context.dataDir()).find(subject.key)
  if (made) return { ...made, source: 'made' }
  return { data: Buffer.from(drawSilhouette(subject)), mediaType: 'image/svg+xml', source: 'drawn' }
}

/** Shows a picture. A silhouette that the player did not ask for is marked as a placeholder. */
export async function emitPortrait(
  { id, name }: Subject,
  { data, mediaType, source }: Picture & { source: Source },
  { asset, isAsked }: Pick<ToolContext, 'asset'> & { isAsked: boolean },
): Promise<void> {
  await asset({
    kind: 'image',
    mediaType,
    data,
    assetId: `portrait-${id}`,
    metadata: {
      title: name,
      alt: fillSentence(words.texts[source === 'drawn' ? 'silhouetteOf' : 'portraitOf'], { name }),
      person: id,
      ...(source === 'drawn' && !isAsked && { placeholder: true }),
    },
  })
}
