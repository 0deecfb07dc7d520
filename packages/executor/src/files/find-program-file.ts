import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The path of the program of a thread or worker: beside the bundle of this package, or beside the module `here`. A bundle of a host has
 * neither, and no URL in CommonJS.
 */
export function findProgramFile(name: string, here: string | undefined): string | undefined {
  if (here === undefined) return undefined
  return ['.js', '.ts'].map((ending) => fileURLToPath(new URL(`./${name}${ending}`, here))).find(existsSync)
}
