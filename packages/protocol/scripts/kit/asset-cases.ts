import { accepted, refused, v } from './event-case.ts'
import { invocation, type InvocationCase } from './kit-case.ts'
import { asset, done } from './lines.ts'

/** 001 §4.3: asset. */
export const assetCases: InvocationCase[] = [
  accepted('asset', '001 §4.3', 'A file that is there is registered', asset(), {
    assets: ['a'],
    files: { 'a.png': 'file' },
  }),
  accepted(
    'asset-relative-dir',
    '001 §4.3, §7',
    'A relative path starts from the working directory',
    asset({ path: 'out/b.png' }),
    { assets: ['a'], files: { 'out/b.png': 'file' } },
  ),
  accepted('asset-metadata', '001 §4.3', 'Metadata holds any data', asset({ metadata: { width: 1, tags: ['x'] } }), {
    assets: ['a'],
    files: { 'a.png': 'file' },
  }),
  accepted('asset-unknown-kind', '001 §4.3', 'A kind of one’s own', asset({ kind: 'hologram' }), {
    assets: ['a'],
    files: { 'a.png': 'file' },
  }),
  accepted(
    'asset-unknown-media-type',
    '001 §4.3, §8',
    'An unknown media type is registered',
    asset({ mediaType: 'application/x-hologram; v=1' }),
    { assets: ['a'], files: { 'a.png': 'file' } },
  ),
  accepted(
    'asset-missing',
    '001 §4.3, reading',
    'A file that is not there is not registered, and fails nothing',
    asset(),
    { problems: 'asset_missing@1' },
  ),
  accepted(
    'asset-missing-absolute',
    '001 §4.3',
    'An absolute path to nothing',
    asset({ path: '/narratoria-no-such-folder/a.png' }),
    { problems: 'asset_missing@1' },
  ),
  accepted('asset-directory', '001 §4.3, reading', 'A folder is no asset', asset({ path: 'folder' }), {
    problems: 'asset_not_a_file@1',
    files: { folder: 'directory' },
  }),
  accepted(
    'asset-unreadable',
    '001 §4.3, reading',
    'A file that the host may not read is not registered, and fails nothing',
    asset(),
    { problems: 'asset_unreadable@1', files: { 'a.png': 'unreadable' } },
  ),
  accepted('asset-bad-media-type', '001 §4.3', 'A media type must be valid', asset({ mediaType: 'png' }), {
    problems: 'invalid_media_type@1',
    files: { 'a.png': 'file' },
  }),
  accepted('asset-empty-media-type', '001 §4.3', 'An empty media type is none', asset({ mediaType: '' }), {
    problems: 'invalid_media_type@1',
    files: { 'a.png': 'file' },
  }),
  invocation(
    ['asset-several', '001 §4.3', 'Several assets'],
    [asset(), asset({ assetId: 'b', path: 'b.png' }), done()],
    { events: 'asset asset done', assets: ['a', 'b'], files: { 'a.png': 'file', 'b.png': 'file' } },
  ),
  invocation(
    ['asset-duplicate-id', '001 §4.3', 'The first of equal assetIds is registered'],
    [asset(), asset({ path: 'b.png' }), done()],
    {
      events: 'asset asset done',
      assets: ['a'],
      problems: 'duplicate_asset_id@2',
      files: { 'a.png': 'file', 'b.png': 'file' },
    },
  ),
  invocation(
    ['asset-same-file-twice', '001 §4.3', 'One file may be two assets'],
    [asset(), asset({ assetId: 'b' }), done()],
    { events: 'asset asset done', assets: ['a', 'b'], files: { 'a.png': 'file' } },
  ),
  invocation(['asset-of-failed-attempt', 'reading', 'A failed attempt registers nothing'], [asset(), done(false)], {
    events: 'asset done',
    errorCode: 'tool_failed',
    files: { 'a.png': 'file' },
  }),
  ...(['assetId', 'kind', 'mediaType', 'path'] as const).flatMap((field) => [
    refused(`asset-${field.toLowerCase()}-missing`, '001 §4.3', `An asset has ${field}`, {
      ...v,
      type: 'asset',
      assetId: 'a',
      kind: 'k',
      mediaType: 'a/b',
      path: 'p',
      [field]: undefined,
    }),
    refused(`asset-${field.toLowerCase()}-number`, '001 §4.3', `${field} is a text`, {
      ...v,
      type: 'asset',
      assetId: 'a',
      kind: 'k',
      mediaType: 'a/b',
      path: 'p',
      [field]: 7,
    }),
  ]),
  refused('asset-id-empty', '001 §4.3', 'An assetId is not empty', {
    ...v,
    type: 'asset',
    assetId: '',
    kind: 'k',
    mediaType: 'a/b',
    path: 'p',
  }),
  refused('asset-path-empty', '001 §4.3', 'A path is not empty', {
    ...v,
    type: 'asset',
    assetId: 'a',
    kind: 'k',
    mediaType: 'a/b',
    path: '',
  }),
  refused('asset-metadata-list', '001 §4.3, reading', 'Metadata is an object', {
    ...v,
    type: 'asset',
    assetId: 'a',
    kind: 'k',
    mediaType: 'a/b',
    path: 'p',
    metadata: [],
  }),
]
