import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorsIn, anchorsOf, pages, root, splitFences, textOf } from './markdown.ts'

describe('links of Markdown pages', () => {
  it.each(pages)('%s lead somewhere', (page) => {
    expect(targetsOf(page).filter((target) => isBroken(page, target))).toEqual([])
  })

  it('notice a missing file, a missing heading and an address that is none', () => {
    const broken = ['no-such-page.md', '#no-such-heading', 'docs/security.md#none', 'http://', 'https://nowhere']
    expect(broken.filter((target) => !isBroken('README.md', target))).toEqual([])
    const whole = [
      'docs/security.md#not-promised',
      'packages/runtime',
      '#embed-it',
      'https://nodejs.org/en',
      'mailto:a@b.c',
    ]
    expect(whole.filter((target) => isBroken('README.md', target))).toEqual([])
  })
})

function targetsOf(page: string): string[] {
  const prose = splitFences(textOf(page)).prose.replaceAll(/`[^`\n]*`/g, '')
  const inline = [...prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)]
  const defined = [...prose.matchAll(/^\[[^\]]+\]: (\S+)/gm)]
  return [...inline, ...defined].map(([, target = '']) => target)
}

/** Files and headings are looked up; addresses elsewhere, which no test may ask for, must at least be ones. */
function isBroken(page: string, target: string): boolean {
  if (/^[a-z]+:/.test(target)) return !isAddress(target)
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : join(dirname(page), decodeURIComponent(path))
  if (!existsSync(join(root, file))) return true
  return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor)
}

function isAddress(target: string): boolean {
  if (target.startsWith('mailto:')) return target.includes('@')
  const isLocal = /^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(target)
  return isLocal || (URL.canParse(target) && /^https:\/\/[\w-]+(\.[\w-]+)+([/?#]|$)/.test(target))
}

describe('what is read of a page', () => {
  it('headings that are equal are counted, as the pages of a repository count them', () => {
    expect(anchorsIn('# One\n\n## Use it!\n\n## Use it\n\n```sh\n# One\n```\n\n### Use it\n')).toEqual([
      'one',
      'use-it',
      'use-it-1',
      'use-it-2',
    ])
  })

  it.each([
    ['plain', '```js run\nask()\n\n  more()\n```'],
    ['of tildes', '~~~js run\nask()\n\n  more()\n~~~'],
    ['longer than what it holds', '````js run\nask()\n\n  more()\n`````'],
    ['in a list', '1. Ask:\n\n   ```js run\n   ask()\n\n     more()\n   ```'],
    ['in a list in a list', '- a\n  - b\n\n    ~~~ js run\n    ask()\n\n      more()\n    ~~~'],
    ['that begins an item', '- ```js run\n  ask()\n\n    more()\n  ```'],
    ['in a quote', '> ```js run\n> ask()\n>\n>   more()\n> ```'],
  ])('a block %s is seen', (_, text) => {
    const { fences, prose } = splitFences(`Before.\n\n${text}\n\nBehind.\n`)
    expect(fences).toEqual([{ language: 'js', words: 'run', code: 'ask()\n\n  more()\n' }])
    expect(prose).toMatch(/^Before\.\n[^`~]*\nBehind\.\n$/)
  })

  it('a block holds shorter fences and other ones, and lasts to the end where nothing closes it', () => {
    const { fences } = splitFences('````markdown\n```js\n~~~\n```\n- ````\n````\n\n~~~text\n```\n~~~ no\n')
    expect(fences.map(({ language, code }) => [language, code])).toEqual([
      ['markdown', '```js\n~~~\n```\n- ````\n'],
      ['text', '```\n~~~ no\n'],
    ])
  })

  it('code within a sentence is no block', () => {
    expect(splitFences('```` a `b` ````\n``c``\n').fences).toEqual([])
  })
})
