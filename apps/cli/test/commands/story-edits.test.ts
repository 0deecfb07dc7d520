import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readProject } from '@narratoria/story'
import { beforeAll, describe, expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

// One novel of seven scenes, which each test copies.
let original: string
beforeAll(async () => {
  original = mkdtempSync(join(tmpdir(), 'narratoria-novel-'))
  const premise = 'A retired detective receives a letter from the killer she never caught.'
  await narratoria(['story', 'new', 'n', '--premise', premise, '--seed', 'a', '--scenes', '7'], { home: original })
  const { code, stderr } = await narratoria(['story', 'run', '--n', '7'], { home: original })
  if (code !== 0) throw new Error(stderr)
  return () => rmSync(original, { recursive: true, force: true })
})

function novel() {
  const home = temporaryFolder()
  cpSync(original, home, { recursive: true })
  const run = (...args: string[]) => narratoria(['story', ...args], { home })
  const json = async <T>(...args: string[]) => JSON.parse((await run(...args, '--json')).stdout) as T
  const scenes = async () => (await readProject(join(home, 'n'))).scenes
  const ids = async () => (await scenes()).map(({ id }) => id)
  const prose = (id: string) => readFileSync(join(home, 'n/scenes', `${id}.md`), 'utf8')
  return { home, run, json, scenes, ids, prose }
}

/** The scene in which the protagonist gets the thing that later scenes need. */
const needed = async (home: string) =>
  (await readProject(join(home, 'n'))).scenes.findLast(({ changes = [] }) =>
    changes.some(({ kind, to }) => kind === 'moves' && to === 'C0'),
  )!.id

describe('narratoria story outline', () => {
  it('shows want, obstacle, acts and turning points, with the scenes that narrate them', async () => {
    const { stdout } = await novel().run('outline')
    expect(stdout).toMatch(/^Want: .+\nObstacle: .+/)
    expect(stdout).toMatch(/About the letter, act 1: /)
    expect(stdout).toMatch(/ {2}S001 {2}B001 {2}.+/)
    expect(stdout.match(/\(turning point\)/g)!.length).toBeGreaterThan(1)
  })

  it('prints a Mermaid flowchart and JSON', async () => {
    const { run, json } = novel()
    expect((await run('outline', '--format', 'mermaid')).stdout).toMatch(/^flowchart /)
    expect(await json('outline')).toMatchObject({ parts: [{ acts: expect.any(Array) }] })
  })

  it('an edited beat is what the next scene narrates', async () => {
    const { home, run, prose } = novel()
    const file = join(home, 'n/outline.json')
    const outline = JSON.parse(readFileSync(file, 'utf8')) as {
      parts: {
        acts: {
          beats: { id: string; kind: string; purpose: string; people: string[]; place: string; things: string[] }[]
        }[]
      }[]
    }
    const purpose = 'A parcel of blue glass is left at the door.'
    outline.parts
      .at(-1)!
      .acts.at(-1)!
      .beats.push({ id: 'B900', kind: 'free', purpose, people: ['C0'], place: 'L0', things: [] })
    writeFileSync(file, JSON.stringify(outline))
    expect((await run('tick')).code).toBe(0)
    // Scenes are narrated in the past tense.
    expect(prose('S008')).toContain('A parcel of blue glass was left at the door.')
  })

  it('a project without an outline is explained, and an invalid one names its error', async () => {
    const { home, run } = novel()
    writeFileSync(join(home, 'n/outline.json'), '{"parts": 3}')
    const { code, stderr } = await run('outline')
    expect(code).toBe(2)
    expect(stderr).toContain('outline.json')
    rmSync(join(home, 'n/outline.json'))
    expect(await run('outline')).toMatchObject({ code: 2, stderr: expect.stringContaining('no outline yet') })
  })
})

describe('narratoria story check', () => {
  it('finds no contradiction in a new novel, and the sentence of one that was written into a scene', async () => {
    const { home, run, json } = novel()
    expect(await run('check')).toMatchObject({ code: 0, stdout: expect.stringContaining('7 scenes: 0 contradictions') })
    const { memory, scenes } = await readProject(join(home, 'n'))
    const { id, characters } = scenes[1]!
    const { name } = Object.values(memory.characters).find(
      (each) => !characters.includes(each.id) && /^\p{Lu}/u.test(each.name),
    )!
    const line = `“I was here all the time,” said ${name.split(' ')[0]}.`
    writeFileSync(join(home, `n/scenes/${id}.md`), `# Title\n\n${line}\n`)
    const checked = await run('check')
    expect(checked.code).toBe(1)
    expect(checked.stdout).toContain(`${id}: ${name} speaks, but is not present`)
    expect(await json('check')).toMatchObject({ ok: false, contradictions: [{ scene: id, kind: 'absent_speaks' }] })
  })

  it('reports what does not follow the style sheet, which is not a contradiction', async () => {
    const { home, run } = novel()
    const file = join(home, 'n/config.json')
    const config = JSON.parse(readFileSync(file, 'utf8')) as object
    writeFileSync(file, JSON.stringify({ ...config, style: { tense: 'present', avoid: ['the'] } }))
    const { code, stdout } = await run('check')
    expect(code).toBe(0)
    expect(stdout).toMatch(/S001: .*present/)
    expect(stdout).toMatch(/“the”|"the"/)
  })
})

describe('editing a novel', () => {
  it('rewrites a scene with a wish, under the same id, and undo takes it back', async () => {
    const { run, ids, prose } = novel()
    const [before, order] = [prose('S002'), await ids()]
    const { code, stdout, stderr } = await run('rewrite', 's002', '--wish', 'It snows.')
    expect(code, stderr).toBe(0)
    expect(stdout.length).toBeGreaterThan(200)
    expect(prose('S002')).not.toBe(before)
    expect(await ids()).toEqual(order)
    expect((await run('undo')).stdout).toContain('rewrite S002')
    expect(prose('S002')).toBe(before)
    expect(await run('rewrite', 'S099')).toMatchObject({ code: 2, stderr: expect.stringContaining('S099') })
  })

  it('inserts a scene behind another one and at the start', async () => {
    const { json, ids, prose } = novel()
    const { scene } = await json<{ scene: { id: string } }>('insert', 'S003', 'A dog finds the glove.')
    expect((await ids()).slice(2, 4)).toEqual(['S003', scene.id])
    expect(prose(scene.id)).toContain('A dog found the glove.')
    const first = await json<{ scene: { id: string } }>('insert', 'start', 'Rain falls on the station.')
    expect((await ids())[0]).toBe(first.scene.id)
  })

  it('moves a scene only with --yes if later scenes rely on it, and names them', async () => {
    const { home, run, ids } = novel()
    const [id, order] = [await needed(home), await ids()]
    const planned = await run('move', id, order.at(-1) === id ? 'start' : order.at(-1)!)
    expect(planned).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') })
    expect(planned.stdout).toMatch(/^S\d+: /)
    expect(await ids()).toEqual(order)
    expect((await run('move', id, order.at(-1)!, '--yes')).code).toBe(0)
    expect((await ids()).at(-1)).toBe(id)
  })

  it('deletes a scene only with --yes if later scenes rely on it, and names them', async () => {
    const { home, run, json, ids } = novel()
    const [id, order] = [await needed(home), await ids()]
    const planned = await json<{ done: boolean; consequences: { scene: string; message: string }[] }>('delete', id)
    expect(planned.done).toBe(false)
    expect(planned.consequences.map(({ message }) => message).join()).toMatch(/does not have|who has it|not know/)
    expect(await ids()).toEqual(order)
    const done = await run('delete', id, '--yes')
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('narratoria story undo') })
    expect(await ids()).toEqual(order.filter((each) => each !== id))
    expect(existsSync(join(home, `n/scenes/${id}.md`))).toBe(false)
    expect((await run('undo')).code).toBe(0)
    expect(await ids()).toEqual(order)
  })
})
