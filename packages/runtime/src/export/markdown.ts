import { printable } from '@narratoria/protocol/printable'
import { nameAsset, type ProseFormat } from './export-format.ts'

/** Writes Markdown: prompts are quotations, narration is prose. Text of players and tools is escaped. */
export const markdown: ProseFormat = {
  start: ({ title, opening }) => `# ${escapeLine(title)}\n${paragraphs(opening)}`,
  turn({ prompt, narrative, label }, assets) {
    const heading = label === undefined ? '' : `\n## ${escapeLine(label)}\n`
    const files = assets.map((asset) => `\n*${escapeLine(nameAsset(asset))}*\n`).join('')
    const words = prompt.trim() === '' ? '' : `\n> ${escapeLine(prompt)}\n`
    return `${heading}${words}${paragraphs(narrative)}${files}`
  },
  end: () => '',
}

function paragraphs(text: string): string {
  const lines = text.split('\n').map((line) => escapeLine(line))
  return text === '' ? '' : `\n${lines.join('\n')}\n`
}

function escapeLine(text: string): string {
  return printable(text)
    .replaceAll(/\s+/g, ' ')
    .trimStart()
    .replaceAll(/[\\`*_[\]<>&|~]/g, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
    .replace(/^[#+=-]/, String.raw`\$&`)
}
