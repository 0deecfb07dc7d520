import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pages, root, textOf } from './markdown.ts'

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
  const prose = textOf(page)
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
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

function anchorsOf(file: string): string[] {
  const prose = textOf(file).replaceAll(/^```[\s\S]*?^```$/gm, '')
  const headings = Array.from(prose.matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
