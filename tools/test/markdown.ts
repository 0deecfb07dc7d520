import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The path of every Markdown page of the project, relative to the root. */
export const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page && existsSync(join(root, page)))

/** The pages whose code and commands are for users: guides, references and READMEs. */
export const guides = pages.filter((page) =>
  /^(README|CONTRIBUTING)\.md$|^docs\/[^/]+\.md$|^docs\/(guides|decisions)\/|^(packages|apps|skills|examples)\/.*\b(README|SKILL)\.md$/.test(
    page,
  ),
)

/** A fenced block. `words` is the text behind its language: `file=NAME`, `run`, `input=JSON` or the like. */
export interface Block {
  page: string
  /** Its index among the blocks of the page in the same language. */
  index: number
  language: string
  words: string
  code: string
}

export function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

export function blocksOf(page: string): Block[] {
  const counts = new Map<string, number>()
  return splitFences(textOf(page)).fences.map(({ language, words, code }) => {
    const index = counts.get(language) ?? 0
    counts.set(language, index + 1)
    return { page, index, language, words, code }
  })
}

/** The anchors of the headings in a text. */
export function anchorsIn(text: string): string[] {
  const seen = new Map<string, number>()
  return Array.from(splitFences(text).prose.matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) => {
    const anchor = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
}

interface Fence {
  language: string
  words: string
  code: string
}

/** The fenced blocks of a text, with ``` or ~~~, in lists and quotes too, and the prose around them. */
export function splitFences(text: string): { prose: string; fences: Fence[] } {
  const fences: Fence[] = []
  const prose: string[] = []
  let open: { mark: string; indent: number; fence: Fence } | undefined
  for (const line of text.replace(/\r?\n?$/, '').split(/\r?\n/)) {
    // The marks of lists and quotes may precede a fence.
    const [, lead = '', mark = '', info = ''] =
      /^((?:\s|>|[-*+]\s|\d+[.)]\s)*)(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? []
    if (!open && mark) {
      const [, language = '', words = ''] = /^\s*(\S*)(.*)$/.exec(info) ?? []
      open = { mark, indent: lead.length, fence: { language, words: words.trim(), code: '' } }
      fences.push(open.fence)
    } else if (open && mark.startsWith(open.mark) && /^[\s>]*$/.test(lead) && info.trim() === '') {
      open = undefined
    } else if (open) {
      open.fence.code += `${line.slice(Math.min(open.indent, /^[\s>]*/.exec(line)![0].length))}\n`
    } else {
      prose.push(line)
    }
  }
  return { prose: `${prose.join('\n')}\n`, fences }
}
