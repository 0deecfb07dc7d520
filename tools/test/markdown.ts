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
  return Array.from(
    textOf(page).matchAll(/^```(\S*)(.*)\n([\s\S]*?)^```$/gm),
    ([, language = '', words = '', code = '']) => {
      const index = counts.get(language) ?? 0
      counts.set(language, index + 1)
      return { page, index, language, words: words.trim(), code }
    },
  )
}
