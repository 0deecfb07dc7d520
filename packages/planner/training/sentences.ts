// The sentences that people and models wrote for the training.
import { readdirSync, readFileSync } from 'node:fs'

/** A sentence and what the player means by it. */
export type Sentence = [text: string, intents: string[]]

const here = (name: string) => new URL(name, import.meta.url)
export const readJson = (name: string): unknown => JSON.parse(readFileSync(here(name), 'utf8'))

/** The themes of sentences/ and `written`, the sentences of written.json. */
export function readThemes(): { name: string; sentences: Sentence[] }[] {
  const written = (readJson('written.json') as Sentence[]).map(([text, labels]): Sentence => [
    text.replace(/\s*\|\|\s*$/, ''),
    labels,
  ])
  const files = readdirSync(here('sentences')).toSorted()
  return [
    { name: 'written', sentences: written },
    ...files.map((file) => ({ name: file.replace('.txt', ''), sentences: readTheme(file) })),
  ]
}

export const writtenSentences = (): Sentence[] => readThemes().flatMap(({ sentences }) => sentences)

// A line `# INTENT ...` or `# none`, then the sentences with these intents, one a line.
function readTheme(file: string): Sentence[] {
  let labels: string[] = []
  return readFileSync(here(`sentences/${file}`), 'utf8')
    .split('\n')
    .flatMap((line): Sentence[] => {
      if (line.startsWith('# ')) labels = line === '# none' ? [] : line.slice(2).split(' ')
      return line.trim() === '' || line.startsWith('# ') ? [] : [[line.trim(), labels]]
    })
}
