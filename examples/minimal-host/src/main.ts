import { createInterface } from 'node:readline/promises'
import { createNarratoria } from '@narratoria/runtime'

const [skills = '../../skills', home = './.narratoria'] = process.argv.slice(2)
const narratoria = await createNarratoria({ skillRoots: [skills], home })
const session = await narratoria.openSession('my-story')

process.stdout.write('What do you do? (an empty line ends the story)\n')
for await (const prompt of createInterface({ input: process.stdin })) {
  if (!prompt) break
  const turn = session.play(prompt)
  for await (const event of turn) {
    if (event.type === 'narration') process.stdout.write(event.append ? event.text : `\n${event.text}`)
  }
  const { choices } = await turn.result
  process.stdout.write(`\n${choices.map(({ text }) => `  - ${text}\n`).join('')}`)
}
await narratoria.close()
