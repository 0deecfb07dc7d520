// Not imported: an import of a built-in module costs about 3 ms, because it creates an ES module with all exports
// (measured on Node 24).

export const buffer = process.getBuiltinModule('node:buffer')
export const fs = process.getBuiltinModule('node:fs')
export const path = process.getBuiltinModule('node:path')
export const url = process.getBuiltinModule('node:url')
export const util = process.getBuiltinModule('node:util')
