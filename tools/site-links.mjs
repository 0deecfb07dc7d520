import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Lists the links of a built site that lead to no file or to no place in it. Addresses elsewhere are not looked at.
 *
 * @param {string} site the folder
 * @returns {{ page: string, target: string }[]}
 */
export function brokenLinks(site) {
  /** @type {Map<string, Set<string>>} */
  const places = new Map()
  const placesIn = (/** @type {string} */ file) => {
    const known = places.get(file)
    if (known) return known
    const found = new Set(
      Array.from(readFileSync(file, 'utf8').matchAll(/\s(?:id|name)="([^"]*)"/g), ([, id = '']) => unescape(id)),
    )
    places.set(file, found)
    return found
  }
  return globSync('**/*.html', { cwd: site }).flatMap((page) => {
    const html = readFileSync(join(site, page), 'utf8').replaceAll(/<script[\s\S]*?<\/script>/g, '')
    const targets = new Set(
      Array.from(html.matchAll(/<[^>]*\s(?:href|src)="([^"]*)"/g), ([, target = '']) => unescape(target)),
    )
    return [...targets]
      .filter((target) => leadsNowhere(join(site, page), target, placesIn))
      .map((target) => ({ page, target }))
  })
}

/** @param {string} page @param {string} target @param {(file: string) => Set<string>} placesIn */
function leadsNowhere(page, target, placesIn) {
  if (/^([a-z]+:|\/\/|#?$)/i.test(target)) return false
  const [path = '', place] = target.split('#')
  const named = path === '' ? page : resolve(dirname(page), decodeURIComponent(path.split('?')[0] ?? ''))
  if (!existsSync(named)) return true
  const file = statSync(named).isDirectory() ? join(named, 'index.html') : named
  if (!existsSync(file)) return true
  return place !== undefined && file.endsWith('.html') && !placesIn(file).has(decodeURIComponent(place))
}

/** @param {string} text */
function unescape(text) {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<')
}
