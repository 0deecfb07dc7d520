import { mdiFileOutline, mdiOpenInNew } from '@mdi/js'
import { useState } from 'react'
import { t } from '../language/text.ts'
import { portrayedIn } from '../../api/portrayed-in.ts'
import type { AssetView } from '../../api/turn-view.ts'
import { Icon } from '../components/icon.tsx'
import { curled } from '../language/curled.ts'
import { viewPicture } from './picture-viewer.tsx'

const images = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)$/
const sounds = /^audio\/(?:mpeg|ogg|wav|x-wav|webm|mp4|aac|flac)$/
const films = /^video\/(?:mp4|webm|ogg)$/

interface AssetFigureProps {
  asset: AssetView
  /** The prompt of its turn. */
  prompt?: string
  compact?: boolean
}

/** A file of a tool: shown or played if the browser can, else described on a card. */
export function AssetFigure({ asset, prompt, compact = false }: AssetFigureProps) {
  const [broken, setBroken] = useState(false)
  const title = titleOf(asset)
  const type = asset.mediaType.split(';')[0]!.trim().toLowerCase()
  const media = broken ? undefined : <Media asset={asset} type={type} title={title} onBroken={() => setBroken(true)} />
  const shown = media && (images.test(type) || sounds.test(type) || films.test(type))
  return (
    <figure
      className={['asset', compact && 'asset-compact', portrayedIn(asset) && 'asset-portrait']
        .filter(Boolean)
        .join(' ')}
    >
      {shown ? media : <Placeholder asset={asset} broken={broken} />}
      <figcaption>
        <b>{title}</b>
        {prompt !== undefined && prompt !== '' && (
          <span className="asset-after quiet">
            {t('After:')} <q>{prompt}</q>
          </span>
        )}
        {!compact && <Details asset={asset} />}
      </figcaption>
    </figure>
  )
}

interface MediaProps {
  asset: AssetView
  type: string
  title: string
  onBroken: () => void
}

function Media({ asset, type, title, onBroken }: MediaProps) {
  // A media element that was created with its screen may have failed before a listener was added.
  const tellFailure = (player: HTMLMediaElement | null) => {
    if (player?.error) onBroken()
  }
  if (images.test(type))
    return (
      <button
        type="button"
        className="asset-image"
        aria-label={t('Enlarge: {title}', { title })}
        onClick={() => viewPicture({ url: asset.url, title, description: descriptionOf(asset) })}
      >
        <img
          src={asset.url}
          alt={descriptionOf(asset)}
          loading="lazy"
          {...sizeOf(asset)}
          onError={onBroken}
          onLoad={keepSharp}
        />
      </button>
    )
  // Files of tools have no captions; the title describes them.
  if (sounds.test(type))
    return (
      <div className="asset-sound">
        <audio ref={tellFailure} controls preload="metadata" src={asset.url} aria-label={title} onError={onBroken} />
      </div>
    )
  if (films.test(type))
    return <video ref={tellFailure} controls preload="metadata" src={asset.url} aria-label={title} onError={onBroken} />
  return null
}

/** The width and height of a picture, so that its place is kept while it loads. */
function sizeOf({ metadata }: AssetView): { width: number; height: number } | undefined {
  const [width, height] = [metadata?.width, metadata?.height]
  const isLength = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0
  return isLength(width) && isLength(height) ? { width, height } : undefined
}

/** A small picture is not drawn larger than twice its size. */
function keepSharp({ currentTarget: image }: { currentTarget: HTMLImageElement }): void {
  image.style.maxWidth = `min(100%, ${Math.max(image.naturalWidth * 2, 24)}px)`
}

function Placeholder({ asset, broken }: { asset: AssetView; broken: boolean }) {
  return (
    <div className="asset-placeholder">
      <Icon path={mdiFileOutline} fontSize="large" />
      <p>
        {broken
          ? t('This file cannot be shown.')
          : t('Files of the type {type} are not shown here.', { type: asset.mediaType })}
      </p>
      <a href={asset.url} target="_blank" rel="noreferrer">
        {t('Download {name}', { name: asset.fileName })} <Icon path={mdiOpenInNew} fontSize="inherit" />
      </a>
    </div>
  )
}

/** The key of a value of the tool as words: `shownTo` is "Shown to". */
function inWords(key: string): string {
  const words = key.replaceAll(/[_-]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

function Details({ asset }: { asset: AssetView }) {
  const rows: [string, string][] = [
    [t('Kind'), asset.kind],
    [t('Type'), asset.mediaType],
    [t('File'), asset.fileName],
    [t('Size'), size(asset.sizeBytes)],
    [t('From'), asset.toolId],
    ...Object.entries(asset.metadata ?? {})
      .map(([name, value]): [string, string] => [
        inWords(name),
        typeof value === 'string' ? curled(value) : JSON.stringify(value),
      ])
      // The title is shown above.
      .filter(([, value]) => value !== titleOf(asset)),
  ]
  return (
    <dl>
      {rows.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function titleOf(asset: AssetView): string {
  return firstText(asset, ['title', 'caption', 'alt', 'description'])
}

/** What a picture shows, for those who do not see it. */
function descriptionOf(asset: AssetView): string {
  return firstText(asset, ['alt', 'description', 'title', 'caption'])
}

function firstText({ metadata, assetId }: AssetView, names: readonly string[]): string {
  for (const name of names) {
    const text = metadata?.[name]
    if (typeof text === 'string' && text.trim() !== '') return curled(text)
  }
  return assetId
}

function size(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`
}
