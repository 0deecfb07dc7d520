import { existsSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishablePackages } from '../packages.mjs'
import { pages, root, textOf } from './markdown.ts'

const published = publishablePackages().flatMap(({ dir, manifest }) => {
  const folder = relative(root, dir).replaceAll('\\', '/')
  const files: string[] = [...(manifest.files ?? []), 'README.md', 'LICENSE', 'package.json']
  const packed = (path: string) =>
    files.some((file) => path === file || path.startsWith(`${file.replace(/^\.\//, '')}/`))
  return pages
    .filter((page) => page.startsWith(`${folder}/`) && packed(page.slice(folder.length + 1)))
    .map((page) => ({ page, folder, packed }))
})

describe('pages that are published with a package', () => {
  it('are there', () => expect(published.length).toBeGreaterThanOrEqual(publishablePackages().length))

  it.each(published)('$page links to nothing outside of its package', ({ page, folder, packed }) => {
    const prose = textOf(page).replaceAll(/^```[\s\S]*?^```$/gm, '')
    expect(prose).not.toMatch(/`docs\//)
    const links = [...prose.matchAll(/\]\(([^)\s]+)/g), ...prose.matchAll(/^\[[^\]]+\]: (\S+)/gm)]
    const astray = links
      .map(([, target = '']) => target)
      .filter((target) => !/^(https:|#)/.test(target))
      .map((target) => posix.relative(folder, posix.join(dirname(page), target.split('#')[0]!)))
      .filter((path) => !packed(path) || !existsSync(join(root, folder, path)))
    expect(astray).toEqual([])
  })

  it('name guides of the project as these are called', () => {
    const titles = pages.flatMap((page) => /^# (.+)$/m.exec(textOf(page))?.[1] ?? [])
    const paragraphs = published.flatMap(({ page }) => textOf(page).split('\n\n'))
    const named = paragraphs
      .filter((paragraph) => /\bguides?\b/i.test(paragraph))
      .flatMap((paragraph) => Array.from(paragraph.matchAll(/“([^”]+)”/g), ([, title = '']) => title))
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((title) => !titles.includes(title))).toEqual([])
  })
})
