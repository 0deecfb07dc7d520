import module from 'node:module'
import { dirname } from 'node:path'

/**
 * The variable by which a tool's Node keeps its compiled code where this process keeps its own. Empty if this process keeps none. Saves a
 * quarter of the processor time of a short tool.
 */
export function compileCache(): Record<string, string> {
  // The folder of this version of Node; the variable names the one above.
  const folder = module.getCompileCacheDir?.()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
