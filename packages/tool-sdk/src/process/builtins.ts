// Not imported: an import of `node:fs` or `node:util` costs 3 ms each, since it makes an ES module of everything that
// they export; this way both are there already (measured on Node 24). A tool's start-up is its author's to spend.

export const buffer = process.getBuiltinModule('node:buffer')
export const fs = process.getBuiltinModule('node:fs')
export const path = process.getBuiltinModule('node:path')
export const url = process.getBuiltinModule('node:url')
export const util = process.getBuiltinModule('node:util')
