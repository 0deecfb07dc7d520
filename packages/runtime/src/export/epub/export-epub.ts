import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { RuntimeError } from '../../errors.ts'
import type { SessionStore, StoredAsset, TurnSummary } from '../../store/session-store.ts'
import { unknownSession } from '../../store/store-errors.ts'
import { nameAsset } from '../export-format.ts'
import { escapeText, paragraphs } from '../html.ts'

/** Turns of a chapter, where no label begins another one. */
const turnsOfChapter = 30
/** Pictures that every reader of EPUB shows. */
const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}
const css =
  'blockquote{margin:1.5em 0 .5em;padding-left:1em;border-left:3px solid #673ab7;font-style:italic}' +
  'p{margin:0 0 .6em}figure{margin:1em 0;text-align:center}img{max-width:100%}'

/** Options of {@link exportEpub}. */
export interface EpubOptions {
  /** Redacts secrets in a value. */
  mask?: <T>(value: T) => T
}

interface Chapter {
  title: string
  html: string[]
}

/**
 * Writes the played line of a session as an EPUB 3 file with its pictures, replacing the file atomically. A labelled turn begins a chapter.
 * Needs the package `@lesjoursfr/html-to-epub`.
 *
 * @throws {RuntimeError} `unknown_session`, `package_missing`
 */
export async function exportEpub(
  store: SessionStore,
  idOrName: string,
  output: string,
  { mask = (value) => value }: EpubOptions = {},
): Promise<void> {
  const session = await store.findSession(idOrName)
  if (!session) throw unknownSession(idOrName)
  const EPub = await loadLibrary()
  const temporary = await mkdtemp(join(tmpdir(), 'narratoria-epub-'))
  const part = join(dirname(resolve(output)), `.${randomUUID()}.tmp`)
  try {
    const pictures = new Pictures(await store.assets(session.sessionId, session.head), temporary)
    const { title, opening } = mask(session)
    const chapters = [{ title, html: [paragraphs(opening)] }]
    let count = 0
    for await (const turn of store.readLine(session.sessionId, session.head)) {
      if (turn.label !== undefined || (count > 0 && count % turnsOfChapter === 0))
        chapters.push({ title: mask(turn.label) ?? `${title} (${chapters.length + 1})`, html: [] })
      chapters.at(-1)!.html.push(turnHtml(mask(turn)), await pictures.of(turn.turnId))
      count = turn.label === undefined ? count + 1 : 1
    }
    const customOpfTemplatePath = join(temporary, 'package.ejs')
    await writeFile(customOpfTemplatePath, packageDocument)
    const book = new EPub(bookOf(chapters, { title, temporary, customOpfTemplatePath }), part)
    book.uuid = `urn:uuid:${session.sessionId}`
    await book.render()
    await rename(part, resolve(output))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

function bookOf(
  chapters: readonly Chapter[],
  { title, temporary, customOpfTemplatePath }: { title: string; temporary: string; customOpfTemplatePath: string },
) {
  return {
    version: 3 as const,
    // The library escapes the values of its templates.
    title: plain(title),
    description: '',
    author: [],
    lang: 'en',
    css,
    appendChapterTitles: false,
    tocTitle: plain(title),
    tempDir: temporary,
    customOpfTemplatePath,
    content: chapters.map((chapter, index) => ({
      title: plain(chapter.title),
      filename: `chapter-${index + 1}`,
      data: `<section>\n<h1>${escapeText(chapter.title)}</h1>\n${chapter.html.join('')}</section>`,
    })),
  }
}

function turnHtml({ prompt, narrative }: TurnSummary): string {
  const words = prompt.trim() === '' ? '' : `<blockquote>${escapeText(prompt)}</blockquote>\n`
  return words + paragraphs(narrative)
}

/** The pictures of a story, copied to where the library finds them. */
class Pictures {
  readonly #byTurn = new Map<string, StoredAsset[]>()
  readonly #copies = new Map<string, string>()
  readonly #folder: string

  constructor(assets: readonly StoredAsset[], folder: string) {
    for (const asset of assets) this.#byTurn.set(asset.turnId, [...(this.#byTurn.get(asset.turnId) ?? []), asset])
    this.#folder = folder
  }

  async of(turnId: string): Promise<string> {
    const figures = (this.#byTurn.get(turnId) ?? []).map(async (asset) => {
      const copy = await this.#copyOf(asset)
      const caption = escapeText(nameAsset(asset))
      const picture = copy === undefined ? '' : `<img src="file://${escapeText(copy)}" alt="${caption}"/>`
      return `<figure>${picture}<figcaption>${caption}</figcaption></figure>\n`
    })
    return (await Promise.all(figures)).join('')
  }

  async #copyOf({ path, mediaType }: StoredAsset): Promise<string | undefined> {
    const ending = endings[mediaType]
    if (ending === undefined || !existsSync(path)) return undefined
    const known = this.#copies.get(path)
    if (known !== undefined) return known
    const copy = join(this.#folder, `picture-${this.#copies.size + 1}.${ending}`)
    this.#copies.set(path, copy)
    await copyFile(path, copy)
    return copy
  }
}

/** Without characters that XML does not allow. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}

async function loadLibrary() {
  try {
    return (await import('@lesjoursfr/html-to-epub')).EPub
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes('html-to-epub')) throw error
    throw new RuntimeError(
      'package_missing',
      'EPUB files need a package that is not installed; add it with: npm install @lesjoursfr/html-to-epub',
      { cause: error },
    )
  }
}

/** The package document of a story, an EJS template for the EPUB library: its own one reserves all rights and writes invalid dates. */
const packageDocument = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="BookId" xml:lang="<%= lang %>">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="BookId"><%= uuid %></dc:identifier>
    <dc:title><%= title %></dc:title>
    <dc:language><%= lang %></dc:language>
    <dc:date><%= date.slice(0, 10) %></dc:date>
    <meta property="dcterms:modified"><%= date.slice(0, 19) %>Z</meta>
  </metadata>
  <manifest>
    <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
    <item id="toc" href="toc.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="css" href="style.css" media-type="text/css"/>
    <% images.forEach(({ id, extension, mediaType }, index) => { %>
    <item id="image_<%= index %>" href="images/<%= id %>.<%= extension %>" media-type="<%= mediaType %>"/><% }) %>
    <% content.forEach(({ id, href }, index) => { %>
    <item id="content_<%= index %>_<%= id %>" href="<%= href %>" media-type="application/xhtml+xml"/><% }) %>
  </manifest>
  <spine toc="ncx">
    <itemref idref="toc"/>
    <% content.forEach(({ id }, index) => { %><itemref idref="content_<%= index %>_<%= id %>"/><% }) %>
  </spine>
</package>
`
