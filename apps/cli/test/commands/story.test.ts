import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeServer } from '@narratoria/models/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

const guide = join(import.meta.dirname, '../../../../docs/guides/write-a-novel.md')

function workplace() {
  const cwd = temporaryFolder()
  return { cwd, run: (...args: string[]) => narratoria(args, { home: cwd }) }
}

describe('narratoria story', () => {
  it('P3 §8: new, then run --n 5 in the same folder, writes five scenes without a model', async () => {
    const { cwd, run } = workplace()
    expect((await run('story', 'new', 'x')).code).toBe(0)
    const { code, stdout, stderr } = await run('story', 'run', '--n', '5')
    expect(code, stderr).toBe(0)
    const { premise } = JSON.parse(readFileSync(join(cwd, 'x/state.json'), 'utf8')) as { premise: string }
    // The output is wrapped.
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(premise)
    const status = JSON.parse((await run('story', 'status', '--json')).stdout) as {
      counts: { scenes: number }
      state: { current_tick: number }
    }
    expect(status).toMatchObject({ counts: { scenes: 5 }, state: { current_tick: 5 } })
    const shown = await run('story', 'show', 'S003', '--project', 'x')
    expect(shown.stdout.split('\n')[0]).toBe(
      readFileSync(join(cwd, 'x/scenes/S003.md'), 'utf8').split('\n')[0]?.slice(2),
    )
    expect((await run('story', 'undo')).stdout).toContain('Tick 5 is undone')
    expect(existsSync(join(cwd, 'x/scenes/S005.md'))).toBe(false)
  })

  it('a connected writer plans and writes, and a project that names the stub does without it', async () => {
    const { cwd, run } = workplace()
    const plan = { rationale: 'r', scene_intention: 'i', actions: [] }
    const beats = [{ purpose: 'It rains.', people: ['C0'], place: 'L0', things: [], turning_point: true }]
    const outline = { title: 'Rain', want: 'w', obstacle: 'o', acts: Array(3).fill({ title: 'Act', beats }) }
    const scene = { title: 'The Ferry', paragraphs: ['It rains.'], summary: ['Rain.'], characters: ['C0'] }
    const server = await startFakeServer({
      family: 'openai',
      answer(body) {
        const prompt = JSON.stringify(body)
        if (prompt.includes('You outline')) return JSON.stringify(outline)
        if (prompt.includes('You are the editor')) return JSON.stringify({ verdict: 'accept', problems: [] })
        return JSON.stringify(prompt.includes('You are a creative story planner') ? plan : scene)
      },
    })
    onTestFinished(() => server.close())
    expect((await run('models', 'connect', server.baseUrl, '--for', 'writer')).code).toBe(0)
    await run('story', 'new', 'x', '--seed', 'a')
    const written = await run('story', 'tick', '--json')
    expect(written.code, written.stderr).toBe(0)
    const { planFile } = JSON.parse(written.stdout) as { planFile: string }
    const model = 'custom:fake-model'
    expect(JSON.parse(readFileSync(join(cwd, 'x', planFile), 'utf8'))).toMatchObject({ planner: model, writer: model })
    const config = join(cwd, 'x/config.json')
    const stub = { planner: { backend: 'stub' }, writer: { backend: 'stub' } }
    writeFileSync(config, JSON.stringify({ ...(JSON.parse(readFileSync(config, 'utf8')) as object), ...stub }))
    const asked = server.requests.length
    expect((await run('story', 'tick')).code).toBe(0)
    expect(server.requests).toHaveLength(asked)
  })

  it('P3 §6.2: a failed tick exits with 1 and names its error file; an invalid one exits with 2', async () => {
    const { cwd, run } = workplace()
    await run('story', 'new', 'x', '--seed', 'a')
    const plan = {
      rationale: 'r',
      scene_intention: 'i',
      actions: [{ tool: 'relationship.query', args: { character_id: 'Unknown' } }],
    }
    writeFileSync(join(cwd, 'plan.json'), JSON.stringify(plan))
    const failed = await run('story', 'tick', '--plan', 'plan.json')
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('errors/error_001.json')
    expect(failed.stdout).toBe('')
    expect((await run('story', 'tick', '--retry', '1', '--json')).code).toBe(1)
    expect(existsSync(join(cwd, 'x/errors/error_001_2.json'))).toBe(true)
    writeFileSync(join(cwd, 'plan.json'), '{}')
    expect(await run('story', 'tick', '--plan', 'plan.json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('scene_intention'),
    })
    expect((await run('story', 'tick', '--retry', '7')).code).toBe(2)
    expect((await run('story', 'new', 'x')).code).toBe(2)
    expect((await run('story', 'status', '--project', 'home')).code).toBe(2)
  })

  it('P3 §8: a book has the author and language from the settings in the guide', async () => {
    const { cwd, run } = workplace()
    await run('story', 'new', 'x')
    await run('story', 'tick')
    const [, block] = /```json\n(.*"book".*)\n```/.exec(readFileSync(guide, 'utf8'))!
    const file = join(cwd, 'x/config.json')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...JSON.parse(block!) }))
    expect((await run('story', 'compile', '--format', 'html', '--output', 'book.html')).code).toBe(0)
    const page = readFileSync(join(cwd, 'book.html'), 'utf8')
    const { book } = JSON.parse(block!) as { book: { language: string; author: string } }
    expect(page).toContain(`<html lang="${book.language}"`)
    expect(page).toContain(`content="${book.author}"`)
  })

  it('P3 §8: counts the words of the scene files, or of the written scene if its file is missing', async () => {
    const { cwd, run } = workplace()
    await run('story', 'new', 'x')
    await run('story', 'run', '--n', '2')
    const second = JSON.parse(readFileSync(join(cwd, 'x/memory/scenes/S002.json'), 'utf8')) as { word_count: number }
    const words = async () => {
      const { stdout } = await run('story', 'status', '--json')
      return (JSON.parse(stdout) as { counts: { words: number } }).counts.words
    }
    writeFileSync(join(cwd, 'x/scenes/S001.md'), '# Of two words\n\nThree words \nnow.\n')
    expect(await words()).toBe(3 + second.word_count)
    const { stdout } = await run('story', 'show', 'S001', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ scenes: [{ title: 'Of two words', word_count: 3 }] })
    rmSync(join(cwd, 'x/scenes/S002.md'))
    expect(await words()).toBe(3 + second.word_count)
  })

  it('P3 §8: a folder that is not writable is reported with what to do', async () => {
    const { cwd, run } = workplace()
    await run('story', 'new', 'x')
    await run('story', 'tick')
    const output = join(cwd, 'missing', 'book.md')
    const { code, stderr } = await run('story', 'compile', '--output', output)
    expect(code).toBe(1)
    expect(stderr).toContain(`${join(cwd, 'missing')} does not exist; create it`)
    const folder = await run('story', 'compile', '--output', 'x/scenes')
    expect(folder).toMatchObject({ code: 2, stderr: expect.stringContaining('scenes is a folder; name a file in it') })
  })

  it('P3 §8: shows a scene with the current title of its file, and reports a missing file', async () => {
    const { cwd, run } = workplace()
    await run('story', 'new', 'x')
    await run('story', 'run', '--n', '2')
    writeFileSync(join(cwd, 'x/scenes/S001.md'), '# Mine\n\nRewritten.\n')
    expect((await run('story', 'show', 'S001')).stdout).toBe('Mine\n\nRewritten.\n\n')
    rmSync(join(cwd, 'x/scenes/S002.md'))
    for (const command of [['show'], ['show', 'S002'], ['compile']]) {
      const { code, stdout, stderr } = await run('story', ...command)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain('scenes/S002.md is missing; restore it, or remove memory/scenes/S002.json')
    }
  })

  it('P3 §8: a dry run can be saved, edited and run', async () => {
    const { cwd, run } = workplace()
    await run('story', 'new', 'x')
    const dry = await run('story', 'tick', '--dry-run', '--save', 'plan.json', '--json')
    const plan = JSON.parse(dry.stdout) as { scene_intention: string }
    expect(JSON.parse(readFileSync(join(cwd, 'plan.json'), 'utf8'))).toEqual(plan)
    expect(existsSync(join(cwd, 'x/scenes/S001.md'))).toBe(false)
    writeFileSync(join(cwd, 'plan.json'), JSON.stringify({ ...plan, scene_intention: 'A parrot recites the law.' }))
    const ticked = await run('story', 'tick', '--plan', 'plan.json')
    expect(ticked).toMatchObject({ code: 0, stdout: expect.stringMatching(/A\s+parrot\s+recited\s+the\s+law/) })
  })
})
