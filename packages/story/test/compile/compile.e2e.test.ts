import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compileStory } from '../../src/index.ts'
import { makeProject, openStory, temporaryFolder, written } from '../world.ts'

// Debian installs epubcheck as a shell script or as a JAR file, depending on the release.
const epubcheck = ['/usr/share/java/epubcheck.jar', '/usr/bin/epubcheck'].find((file) => existsSync(file))

it('P3 §8: an EPUB in a language that is written from right to left, with a cover, passes epubcheck', async (context) => {
  if (epubcheck === undefined && !process.env.CI) context.skip('epubcheck is not installed')
  const folder = makeProject({ name: 'The “Quiet” & <Loüd> 🌨', premise: '', tone: 'a "b" & <c>' })
  const prose = 'He said “5 < 6”.\n\n*Softly*, **never** <script>alert(1)</script>.\n\n***\n\nAn end\u0007. 雪 🌨'
  const draft = { title: 'Tea & <Sympathy>', prose, summary: ['It happens.'] }
  const story = await openStory(folder, { writer: { name: 'hostile', write: async () => draft } })
  written(await story.tick({ plan: { rationale: 'r', scene_intention: 'i', actions: [] } }))
  const config = join(folder, 'config.json')
  const book = { language: 'he', author: 'A. <Reis> & "Co"' }
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), book }))
  const output = join(temporaryFolder(), 'book.epub')
  await compileStory(folder, { format: 'epub', output })
  const isArchive = readFileSync(epubcheck!).subarray(0, 2).toString() === 'PK'
  const [command, args] = isArchive ? ['java', ['-jar', epubcheck!, output]] : [epubcheck!, [output]]
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  expect(`${stdout}${stderr}`).toContain('0 fatals / 0 errors / 0 warnings')
})
