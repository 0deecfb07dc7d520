import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './markdown.ts'

type Names = Record<string, string>
interface Manifest {
  name: string
  dependencies?: Names
  peerDependencies?: Names
  devDependencies?: Names
}

/**
 * What packages, apps and shipped skills need of each other, by their folders. A workspace that is published without any
 * dependency on a sibling has bundled those that it is developed with.
 */
export function readNeeds(): Map<string, string[]> {
  const manifests = globSync('{packages,apps,skills}/*/package.json', { cwd: root }).map((file) => ({
    folder: dirname(file).replaceAll('\\', '/'),
    manifest: JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest,
  }))
  const folders = new Map(manifests.map(({ folder, manifest }) => [manifest.name, folder]))
  const siblingsIn = (names: Names = {}) => Object.keys(names).flatMap((name) => folders.get(name) ?? [])
  return new Map(
    manifests.map(({ folder, manifest: { dependencies, peerDependencies, devDependencies } }) => {
      const installed = siblingsIn(dependencies)
      const bundled = installed.length > 0 || folder.startsWith('packages/') ? [] : siblingsIn(devDependencies)
      return [folder, [...new Set([...installed, ...siblingsIn(peerDependencies), ...bundled])].toSorted()]
    }),
  )
}
