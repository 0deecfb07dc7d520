// Writes docs/requirements/data-model.md: every part of the specified data model with its counterpart in TypeScript.
// The source is data-model.json beside it; tools/test/data-model.test.ts has the compiler look at each counterpart.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'requirements')

/** The page as a file. */
export const dataModelPage = join(folder, 'data-model.md')

/** @typedef {{ name: string, type?: string, also?: string[], note?: string, reason?: string }} Part */

/** @type {{ entity: string, type?: string, reason?: string, parts: Part[] }[]} */
export const dataModel = JSON.parse(readFileSync(join(folder, 'data-model.json'), 'utf8'))

/** The page as its text should be. */
export function describeDataModel() {
  const sections = dataModel.map(({ entity, type, reason, parts }) =>
    [
      `## ${entity}`,
      '',
      [type && `${code(type)}`, reason].filter(Boolean).join(': '),
      ...(parts.length === 0 ? [] : ['', '| part | in TypeScript |', '| --- | --- |', ...parts.map(row)]),
    ].join('\n'),
  )
  return [
    '# The data model in TypeScript',
    '',
    'Made by `node tools/data-model.mjs` from `data-model.json`. Every entity, field, method and exception of the specified data',
    'model, and what stands for it here: a type, named as the compiler knows it, or the reason why there is none. `protocol`,',
    '`executor`, `skills`, `planner` and `runtime` are the packages `@narratoria/…`, `skill` is `@narratoria/protocol/skill`.',
    '',
    sections.join('\n\n'),
    '',
  ].join('\n')
}

/** @param {Part} part */
function row({ name, type, also = [], note, reason }) {
  const types = [type, ...also].filter((text) => text !== undefined)
  const counterpart = type ? [types.map(code).join(', '), note].filter(Boolean).join(': ') : `none: ${reason}`
  return `| \`${name}\` | ${counterpart} |`
}

/** @param {string} text */
function code(text) {
  return `\`${text.replaceAll('|', '\\|')}\``
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(dataModelPage, describeDataModel())
