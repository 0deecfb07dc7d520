import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Every Markdown page of the project, by its path from the root. */
export const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page && existsSync(join(root, page)))

/** The pages that tell somebody what to type: guides, references and READMEs. */
export const guides = pages.filter((page) =>
  /^(README|CONTRIBUTING)\.md$|^docs\/[^/]+\.md$|^docs\/(guides|decisions)\/|^(packages|apps|skills|examples)\/.*\b(README|SKILL)\.md$/.test(
    page,
  ),
)

/** A fenced block: what stands behind its language are words about it, as `file=NAME`, `run`, `input=JSON`. */
export interface Block {
  page: string
  /** Its place among the page's blocks of the same language, from 0. */
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

/** What a link to a heading of the page ends in. */
export function anchorsOf(page: string): string[] {
  return anchorsIn(textOf(page))
}

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

/** A page's fenced blocks, of ``` or ~~~, also within lists and quotes, and what stands around them. */
export function splitFences(text: string): { prose: string; fences: Fence[] } {
  const fences: Fence[] = []
  const prose: string[] = []
  let open: { mark: string; indent: number; fence: Fence } | undefined
  for (const line of text.replace(/\r?\n?$/, '').split(/\r?\n/)) {
    // What stands before a fence may be the marks of the lists and quotes that it is in.
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
