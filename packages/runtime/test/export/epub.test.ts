import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { png } from '../../../interchange/test/fixtures/cards.ts'
import { exportEpub } from '../../src/exchange.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { makeTurn, newSession } from '../fixtures/turns.ts'

/** The files of an archive, read by the program of the system. */
function list(path: string): string[] {
  return execFileSync('unzip', ['-Z1', path], { encoding: 'utf8' }).trim().split('\n')
}

const read = (path: string, name: string) => execFileSync('unzip', ['-p', path, name], { encoding: 'utf8' })

test.runIf(existsSync('/usr/bin/unzip'))('a story becomes a valid EPUB with its pictures and chapters', async () => {
  const folder = await temporaryFolder()
  const store = new MemorySessionStore()
  try {
    const session = await store.createSession({
      ...newSession(),
      title: 'Fog & <Fire> \u0001',
      opening: 'You wake.\n\nIt is dark.',
    })
    const picture = join(folder, 'a map.png')
    writeFileSync(picture, png())
    let parentId: string | null = null
    for (let seq = 1; seq <= 33; seq++) {
      await store.beginTurn(session.sessionId, { prompt: `go ${seq}`, startedAt: 1 })
      const turn = makeTurn({ sessionId: session.sessionId, seq, parentId }, `go ${seq} <b>`, {}, {})
      const asset = {
        assetId: 'map',
        kind: 'image',
        mediaType: 'image/png',
        path: picture,
        toolId: 'act',
        sizeBytes: 80,
      }
      const assets = seq === 2 ? [asset] : []
      await store.commitTurn({ ...turn, assets })
      parentId = turn.turnId
      if (seq === 31) await store.labelTurn(session.sessionId, turn.turnId, 'The Mill')
    }
    const output = join(folder, 'story.epub')
    await exportEpub(store, session.sessionId, output)
    const files = list(output)
    expect(files[0]).toBe('mimetype')
    expect(files.filter((name) => name.endsWith('.png'))).toHaveLength(1)
    expect(files.filter((name) => /chapter-\d+\.xhtml$/.test(name))).toHaveLength(2)
    expect(read(output, 'OEBPS/content.opf')).toMatch(
      /<dc:title>Fog &amp; &lt;Fire&gt; ?<\/dc:title>[\s\S]*href="images\/[^"]+\.png" media-type="image\/png"/,
    )
    expect(read(output, 'OEBPS/chapter-1.xhtml')).toMatch(
      /<p>You wake.<\/p>[\s\S]*<blockquote>go 2 &(?:lt|#x3C);b(?:>|&gt;)<\/blockquote>[\s\S]*<img[^>]+src="images\//,
    )
    expect(read(output, 'OEBPS/chapter-2.xhtml')).toContain('<h1>The Mill</h1>')
    // Nothing but the book, the store and the picture is left.
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
    expect(readFileSync(output).length).toBeGreaterThan(2_000)
  } finally {
    await store.close()
  }
})
