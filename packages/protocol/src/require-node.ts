import { NarratoriaError } from './errors.ts'

/** The oldest Node that the packages support, as in their `engines`. */
const oldest = [22, 18] as const

/**
 * Checks the version of Node, because package managers install for an older one with a mere warning. Elsewhere, such as in a
 * browser, it does nothing.
 *
 * @param version defaults to that of this process
 * @throws {NarratoriaError} `unsupported_node`
 */
export function requireNode(version = versionOfProcess()): void {
  const [major = 0, minor = 0] = version?.split('.').map(Number) ?? oldest
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  throw new NarratoriaError(
    'unsupported_node',
    `Narratoria needs Node ${oldest.join('.')} or newer; this is Node ${version}. Install a newer one from https://nodejs.org.`,
  )
}

function versionOfProcess(): string | undefined {
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  return process?.versions?.node
}
