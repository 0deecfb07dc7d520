import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorsIn, pages, root, splitFences, textOf } from './markdown.ts'

describe('links of Markdown pages', () => {
  it.each(pages)('%s has none that is broken', (page) => {
    expect(targetsOf(page).filter((target) => isBroken(page, target))).toEqual([])
  })

  it.each(['no-such-page.md', '#no-such-heading', 'docs/security.md#none', 'http://', 'https://nowhere'])(
    'are broken if they lead to %s',
    (target) => expect(isBroken('README.md', target)).toBe(true),
  )

  it.each(['docs/security.md#not-promised', 'packages/runtime', '#embed-it', 'https://nodejs.org/en', 'mailto:a@b.c'])(
    'may lead to %s',
    (target) => expect(isBroken('README.md', target)).toBe(false),
  )
})

function targetsOf(page: string): string[] {
  const prose = splitFences(textOf(page)).prose.replaceAll(/`[^`\n]*`/g, '')
  const links = prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)|^\[[^\]]+\]: (\S+)/gm)
  return Array.from(links, ([, inline, defined]) => inline ?? defined ?? '')
}

/** Whether the file or heading does not exist. An address elsewhere, which is not fetched, must be well-formed. */
function isBroken(page: string, target: string): boolean {
  if (target.startsWith('mailto:')) return !target.includes('@')
  if (/^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(target)) return false
  if (/^[a-z]+:/.test(target)) return !/^https:\/\/[\w-]+(\.[\w-]+)+([/?#]|$)/.test(target)
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : join(dirname(page), decodeURIComponent(path))
  if (!existsSync(join(root, file))) return true
  return anchor !== undefined && file.endsWith('.md') && !anchorsIn(textOf(file)).includes(anchor)
}

describe('reading a page', () => {
  it('numbers equal headings as a repository does', () => {
    const text = '# One\n\n## Use it!\n\n## Use it\n\n```sh\n# One\n```\n\n### Use it\n'
    expect(anchorsIn(text)).toEqual(['one', 'use-it', 'use-it-1', 'use-it-2'])
  })

  it.each([
    ['with backticks', '```js run\nask()\n\n  more()\n```'],
    ['with tildes', '~~~js run\nask()\n\n  more()\n~~~'],
    ['with a longer end', '````js run\nask()\n\n  more()\n`````'],
    ['in a list', '1. Ask:\n\n   ```js run\n   ask()\n\n     more()\n   ```'],
    ['that begins an item', '- ```js run\n  ask()\n\n    more()\n  ```'],
    ['in a quote', '> ```js run\n> ask()\n>\n>   more()\n> ```'],
  ])('finds a block %s', (_, text) => {
    const { fences, prose } = splitFences(`Before.\n\n${text}\n\nBehind.\n`)
    expect(fences).toEqual([{ language: 'js', words: 'run', code: 'ask()\n\n  more()\n' }])
    expect(prose).toMatch(/^Before\.\n[^`~]*\nBehind\.\n$/)
  })
})
