import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compileStory } from '../../src/index.ts'
import { makeProject, openStory, temporaryFolder, written } from '../world.ts'

const scene = (title: string, prose: string) => ({ title, prose, summary: ['It happens.'] })
const hostile = [
  scene(
    'Tea & <Sympathy>',
    'He said “5 < 6 & 7 > 6”.\n\n*Softly*, **never** <script>alert(1)</script>.\n\n***\n\nAn end\u0007.',
  ),
  scene('"Second" ', 'Paragraph one.\nA line below it.\n\nÜber naïve 雪 🌨.'),
]
let folder: string
let output: string

/** The texts in a ZIP archive, read by its central directory. */
function unzip(file: string): Record<string, string> {
  const bytes = readFileSync(file)
  const texts: Record<string, string> = {}
  let entry = bytes.readUInt32LE(bytes.lastIndexOf('PK\u0005\u0006') + 16)
  while (bytes.readUInt32LE(entry) === 0x02014b50) {
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(entry + place)) as [
      number,
      number,
      number,
    ]
    const local = bytes.readUInt32LE(entry + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(start, start + bytes.readUInt32LE(entry + 20))
    const path = bytes.subarray(entry + 46, entry + 46 + name).toString()
    texts[path] = (bytes.readUInt16LE(entry + 10) === 0 ? data : inflateRawSync(data)).toString()
    entry += 46 + name + extra + comment
  }
  return texts
}

function setBook(book: object) {
  const file = join(folder, 'config.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), book }))
}

describe('a compiled novel', () => {
  async function prepare() {
    folder = makeProject({ name: 'The “Quiet” & <Loüd> 🌨', premise: '', tone: 'a "b" & <c>' })
    output = temporaryFolder()
    let next = 0
    const story = await openStory(folder, { writer: { name: 'hostile', write: async () => hostile[next++]! } })
    for (const _ of hostile) written(await story.tick({ plan: { rationale: 'r', scene_intention: 'i', actions: [] } }))
  }

  it('P3 §8: is one Markdown file with all scenes in order', async () => {
    await prepare()
    await compileStory(folder, { format: 'md', output: join(output, 'book.md') })
    const text = readFileSync(join(output, 'book.md'), 'utf8')
    expect(text.match(/^#+ .*/gm)).toEqual(['# The “Quiet” & <Loüd> 🌨', '## Tea & <Sympathy>', '## "Second"'])
    expect(text).toContain('Paragraph one.\nA line below it.')
  })

  it('P3 §8: is one HTML page that escapes the text of scenes', async () => {
    await prepare()
    await compileStory(folder, { format: 'html', output: join(output, 'book.html') })
    const page = readFileSync(join(output, 'book.html'), 'utf8')
    expect(page).toContain('<h2>Tea &amp; &lt;Sympathy&gt;</h2>')
    expect(page).toContain('<em>Softly</em>, <strong>never</strong> &lt;script&gt;')
    expect(page).toContain('<li><a href="#S001">Tea &amp; &lt;Sympathy&gt;</a></li>')
    expect(page).toContain('@page{size:A5')
    expect(page).toMatch(/<div class="cover"><svg [^>]+>/)
    expect(page).toContain('<hr/>')
    expect(page).not.toContain('<script')
    expect(readdirSync(output)).toEqual(['book.html'])
  })

  it('P3 §8: is an EPUB archive, and nothing else is left beside it', async () => {
    await prepare()
    const book = join(output, 'book.epub')
    await compileStory(folder, { format: 'epub', output: book })
    const bytes = readFileSync(book)
    expect(bytes.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip')
    expect(readdirSync(output)).toEqual(['book.epub'])
  })

  it('P3 §8: an EPUB has the titles of book and chapters and no rights statement', async () => {
    await prepare()
    const book = join(output, 'book.epub')
    await compileStory(folder, { format: 'epub', output: book })
    const files = unzip(book)
    const title = 'The “Quiet” &amp; &lt;Loüd&gt; 🌨'
    expect(files['OEBPS/content.opf']).toContain(`<dc:title>${title}</dc:title>`)
    expect(files['OEBPS/content.opf']).toMatch(/<dc:description>.+<\/dc:description>/)
    expect(files['OEBPS/content.opf']).not.toMatch(/rights|copyright/i)
    expect(files['OEBPS/toc.xhtml']).toMatch(/>\s*Tea &amp; &lt;Sympathy&gt;\s*</)
    expect(files['OEBPS/cover.svg']).toContain('>Narratoria</text>')
    expect(files['OEBPS/content.opf']).toContain('properties="cover-image"')
    expect(files['OEBPS/toc.ncx']).toContain('. Tea &amp; &lt;Sympathy&gt;')
    expect(files['OEBPS/S001.xhtml']).toContain('<h1>Tea &#x26; &#x3C;Sympathy></h1>')
    expect(Object.values(files).join('\n')).not.toMatch(/&amp;(?:amp|lt|gt|quot|#)/)
  })

  it.each([
    ['he', 'rtl'],
    ['pt-BR', 'ltr'],
  ])(
    'P3 §8: has the author, the language and its reading direction: %s',
    async (language, direction) => {
      await prepare()
      setBook({ language, author: 'A. <Reis> & "Co"' })
      const book = join(output, 'book.epub')
      await compileStory(folder, { format: 'epub', output: book })
      const files = unzip(book)
      expect(files['OEBPS/content.opf']).toContain(`<dc:language>${language}</dc:language>`)
      expect(files['OEBPS/content.opf']).toContain('<dc:creator>A. &lt;Reis&gt; &amp; &#34;Co&#34;</dc:creator>')
      expect(files['OEBPS/content.opf']).toContain(`page-progression-direction="${direction}"`)
      expect(files['OEBPS/S001.xhtml']).toMatch(new RegExp(`<section dir="${direction}">\\s*<h1>`))
      await compileStory(folder, { format: 'html', output: join(output, 'book.html') })
      const page = readFileSync(join(output, 'book.html'), 'utf8')
      expect(page).toContain(`<html lang="${language}" dir="${direction}">`)
      expect(page).toContain('<meta name="author" content="A. &lt;Reis&gt; &amp; &quot;Co&quot;">')
    },
    300_000,
  )

  it('P3 §8: an invalid language is reported with its property', async () => {
    await prepare()
    for (const language of ['en-x', 'Portuguese, of course']) {
      setBook({ language })
      await expect(compileStory(folder, { format: 'html', output: join(output, 'book.html') })).rejects.toMatchObject({
        code: 'invalid_project',
        message: expect.stringMatching(/config\.json.*book.language/),
      })
    }
    expect(readdirSync(output)).toEqual([])
  })

  it('P3 §8: an EPUB’s identifier is stable across compilations and unique to the novel', async () => {
    const identifiers: string[] = []
    for (const name of ['First', 'Second']) {
      await prepare()
      for (const title of [name, `${name}, revised`]) {
        const file = join(folder, 'state.json')
        writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), novel_name: title }))
        await compileStory(folder, { format: 'epub', output: join(output, 'book.epub') })
        const files = unzip(join(output, 'book.epub'))
        const [, id] = /<dc:identifier id="BookId">(urn:uuid:[0-9a-f-]{36})</.exec(files['OEBPS/content.opf']!)!
        expect(files['OEBPS/toc.ncx']).toContain(`content="${id}"`)
        identifiers.push(id!)
      }
    }
    expect(identifiers[0]).toBe(identifiers[1])
    expect(identifiers[2]).toBe(identifiers[3])
    expect(new Set(identifiers).size).toBe(2)
  })

  it('P3 §8: contains the current text of each scene file, from any editor', async () => {
    await prepare()
    const first = join(folder, 'scenes/S001.md')
    writeFileSync(first, '\uFEFF# Another Title\r\n\r\nOne.\r\n\r\nTwo,\r\nand on.\r\n')
    writeFileSync(join(folder, 'scenes/S002.md'), 'No heading at all.\n')
    await compileStory(folder, { format: 'md', output: join(output, 'book.md') })
    const text = readFileSync(join(output, 'book.md'), 'utf8')
    expect(text).toContain('## Another Title\n\nOne.\n\nTwo,\nand on.\n\n## "Second"\n\nNo heading at all.\n')
  })

  it('P3 §8: fails if a scene file is missing or not valid UTF-8, and names it', async () => {
    await prepare()
    const first = join(folder, 'scenes/S001.md')
    const compile = () => compileStory(folder, { format: 'md', output: join(output, 'book.md') })
    writeFileSync(first, Buffer.from('# Caf\xe9\n\nText.\n', 'latin1'))
    await expect(compile()).rejects.toMatchObject({
      code: 'invalid_project',
      message: expect.stringMatching(/S001\.md is not valid UTF-8/),
    })
    rmSync(first)
    await expect(compile()).rejects.toMatchObject({
      code: 'invalid_project',
      message: expect.stringMatching(/scenes\/S001\.md is missing; .*memory\/scenes\/S001\.json/),
    })
    expect(readdirSync(output)).toEqual([])
    rmSync(join(folder, 'memory/scenes/S001.json'))
    await compile()
    expect(readFileSync(join(output, 'book.md'), 'utf8').match(/^## .*/gm)).toEqual(['## "Second"'])
  })

  it('P3 §8: names the package to install if the optional EPUB library is missing', async () => {
    await prepare()
    const hook = `import { registerHooks } from 'node:module'
      registerHooks({ resolve(name, context, next) {
        if (name !== '@lesjoursfr/html-to-epub') return next(name, context)
        throw Object.assign(new Error('Cannot find package ' + name), { code: 'ERR_MODULE_NOT_FOUND' })
      } })`
    const program = `import { compileStory } from '../../src/index.ts'
      const folder = ${JSON.stringify(folder)}
      await compileStory(folder, { format: 'md', output: folder + '/book.md' })
      const error = await compileStory(folder, { format: 'epub', output: folder + '/book.epub' }).catch((error) => error)
      console.log(JSON.stringify({ code: error.code, message: error.message }))`
    const hooks = `data:text/javascript,${encodeURIComponent(hook)}`
    const run = spawnSync(process.execPath, ['--import', hooks, '--input-type=module', '-e', program], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    })
    expect(JSON.parse(run.stdout || run.stderr)).toEqual({
      code: 'package_missing',
      message: expect.stringContaining('npm install @lesjoursfr/html-to-epub'),
    })
    expect(existsSync(join(folder, 'book.md'))).toBe(true)
    expect(readdirSync(folder).filter((file) => file.endsWith('.epub') || file.endsWith('.tmp'))).toEqual([])
  })

  it('replaces an older file atomically, and does not change it on failure', async () => {
    const empty = makeProject()
    output = temporaryFolder()
    const book = join(output, 'book.epub')
    writeFileSync(book, 'old')
    for (const format of ['epub', 'html', 'md'] as const)
      await expect(compileStory(empty, { format, output: book })).rejects.toThrow(/no scenes yet/)
    expect(readFileSync(book, 'utf8')).toBe('old')
    expect(readdirSync(output)).toEqual(['book.epub'])
  })
})
