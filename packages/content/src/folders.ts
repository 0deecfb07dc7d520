import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the shipped skills. Requires Node. Undefined if the package was installed without it. */
export function shippedSkills(): string | undefined {
  return shippedFolder('skills')
}

/** The folder of the shipped campaigns. Requires Node. Undefined if the package was installed without it. */
export function shippedCampaigns(): string | undefined {
  return shippedFolder('campaigns')
}

// In the package, or in the workspace.
function shippedFolder(name: string): string | undefined {
  // A CommonJS bundle has no folder of its own.
  const packageFolder = join(import.meta.dirname ?? '.', '..')
  return [join(packageFolder, name), join(packageFolder, '..', '..', name)].find((folder) => existsSync(folder))
}
