import { checkProject, outlineAsMermaid, readProject } from '@narratoria/story'
import { exitCodes, UsageError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { print, printJson, printText } from '../../terminal/print.ts'
import { count } from '../../terminal/terminal.ts'
import type { OutlineOptions, ReadOptions } from './command.ts'
import { explainErrors, projectOf } from './project.ts'

export async function showOutline(options: OutlineOptions, io: Io): Promise<void> {
  const { outline, memory, scenes } = await explainErrors(() => readProject(projectOf(io, options)))
  if (!outline) throw new UsageError('the project has no outline yet; its next tick makes one: narratoria story tick')
  if (options.json) return printJson(io, outline, 2)
  if (options.format === 'mermaid') return printText(io, outlineAsMermaid(outline, memory))
  const narrated = new Map(scenes.map(({ beat, id }) => [beat, id]))
  if (outline.want !== '') print(io, `Want: ${outline.want}\nObstacle: ${outline.obstacle}`)
  for (const { title, acts } of outline.parts) {
    for (const [index, act] of acts.entries()) {
      if (act.beats.length === 0) continue
      print(io, `\n${title}, act ${index + 1}: ${act.title}`)
      for (const { id, purpose, turning_point: isTurning } of act.beats)
        print(io, `  ${narrated.get(id) ?? '    '}  ${id}  ${purpose}${isTurning === true ? ' (turning point)' : ''}`)
    }
  }
}

/** `narratoria story check`. Returns 1 if there is a contradiction. */
export async function checkStory(options: ReadOptions, io: Io): Promise<number> {
  const view = await explainErrors(() => readProject(projectOf(io, options)))
  const { contradictions, style } = await explainErrors(() => checkProject(view))
  const code = contradictions.length === 0 ? exitCodes.success : exitCodes.failure
  if (options.json) {
    printJson(io, { ok: contradictions.length === 0, contradictions, style })
    return code
  }
  for (const { scene, message, sentence } of contradictions)
    print(io, `${scene}: ${message}${sentence === undefined ? '' : `\n  ${sentence}`}`)
  for (const { scene, message } of style) print(io, `${scene}: ${message}`)
  const found = [count(contradictions.length, 'contradiction'), count(style.length, 'deviation')]
  print(io, `${count(view.scenes.length, 'scene')}: ${found.join(', ')} from the style sheet`)
  return code
}
