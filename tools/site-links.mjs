import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Lists the links of a built site whose file or anchor does not exist. External addresses are not checked.
 *
 * @param {string} site the folder
 * @returns {{ page: string, target: string }[]}
 */
export function brokenLinks(site) {
  /** @type {Map<string, Set<string>>} */
  const anchors = new Map()
  const anchorsIn = (/** @type {string} */ file) => {
    const known = anchors.get(file)
    if (known) return known
    const found = new Set(
      Array.from(readFileSync(file, 'utf8').matchAll(/\s(?:id|name)="([^"]*)"/g), ([, id = '']) => unescape(id)),
    )
    anchors.set(file, found)
    return found
  }
  return globSync('**/*.html', { cwd: site }).flatMap((page) => {
    const html = readFileSync(join(site, page), 'utf8').replaceAll(/<script[\s\S]*?<\/script>/g, '')
    const targets = new Set(
      Array.from(html.matchAll(/<[^>]*\s(?:href|src)="([^"]*)"/g), ([, target = '']) => unescape(target)),
    )
    return [...targets]
      .filter((target) => isBroken(join(site, page), target, anchorsIn))
      .map((target) => ({ page, target }))
  })
}

/** @param {string} page @param {string} target @param {(file: string) => Set<string>} anchorsIn */
function isBroken(page, target, anchorsIn) {
  if (/^([a-z]+:|\/\/|#?$)/i.test(target)) return false
  const [path = '', anchor] = target.split('#')
  const named = path === '' ? page : resolve(dirname(page), decodeURIComponent(path.split('?')[0] ?? ''))
  if (!existsSync(named)) return true
  const file = statSync(named).isDirectory() ? join(named, 'index.html') : named
  if (!existsSync(file)) return true
  return anchor !== undefined && file.endsWith('.html') && !anchorsIn(file).has(decodeURIComponent(anchor))
}

/** @param {string} text */
function unescape(text) {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<')
}
