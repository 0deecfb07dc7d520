/** The front matter of a SKILL.md: strings, arrays and maps of them. */
export type FrontMatter = Record<string, unknown>

/** The parts of a SKILL.md, or the reason why it cannot be parsed. */
export type SkillDocument = { fields: FrontMatter; body: string } | { code: 'invalid_front_matter'; reason: string }

const code = 'invalid_front_matter'

/**
 * Parses a SKILL.md: YAML front matter between two lines of `---`, then the body. Every scalar is a string (YAML's failsafe
 * schema), so `version: 1.10` stays "1.10" and `name: on` stays "on".
 */
export async function parseSkillDocument(text: string): Promise<SkillDocument> {
  const lines = text.split(/\r?\n/)
  if (lines[0]!.trimEnd() !== '---') return { code, reason: 'must start with front matter: a line of three hyphens' }
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
  if (end === -1) return { code, reason: 'has front matter without its end, a second line of three hyphens' }
  const matter = lines.slice(1, end)
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim()
  const plain = readPlain(matter)
  if (plain) return { fields: plain, body }
  const parsed = await parseYaml(matter.join('\n'))
  return 'reason' in parsed ? { code, ...parsed } : { fields: parsed.fields, body }
}

const simpleLine = /^([a-z]+(?:-[a-z]+)*):[ ]+(?:'([^']*)'|"([^"\\]*)"|([A-Za-z0-9][^\t\r\n]*?))[ ]*$/u

/**
 * Reads front matter that has only lines of `key: plain words`, quoted or not. Returns undefined for any other. This avoids loading the YAML
 * parser, which takes 20 ms, as long as all other work of opening the skills.
 */
export function readPlain(lines: readonly string[]): FrontMatter | undefined {
  const fields: FrontMatter = {}
  for (const line of lines) {
    const [, key, single, double, plain] = simpleLine.exec(line) ?? []
    const value = single ?? double ?? plain
    if (key === undefined || value === undefined || key in fields) return undefined
    if (plain !== undefined && /: |:$| #/.test(plain)) return undefined
    if (/[^\u0020-\u007e\u00a1-\u024f\u2010-\u2027]/u.test(value)) return undefined
    fields[key] = value
  }
  return fields
}

/** Hints for the most frequent errors, by the parser's code. */
const hints: Record<string, string> = {
  BLOCK_AS_IMPLICIT_KEY: 'quote a value that contains a colon and a space',
  BAD_SCALAR_START: 'quote a value that starts with a special character',
  DUPLICATE_KEY: 'a field is defined twice',
  MISSING_CHAR: 'a quote, bracket, colon or space is missing',
  TAB_AS_INDENT: 'indent with spaces, not with tabs',
}

async function parseYaml(source: string): Promise<{ fields: FrontMatter } | { reason: string }> {
  // The library is CommonJS: bundled with its importer, it has no other export than this one.
  const { default: yaml } = await import('yaml')
  try {
    const document = yaml.parseDocument(source, { schema: 'failsafe', prettyErrors: false, logLevel: 'silent' })
    const [error] = document.errors
    if (error) {
      const hint = hints[error.code] ?? error.code
      return { reason: `has front matter that is not valid YAML: ${lineOf(source, error.pos[0])} (${hint})` }
    }
    const fields: unknown = document.toJS({ maxAliasCount: 20 })
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      return { reason: 'has front matter that is not a list of "field: value" lines' }
    return { fields: fields as FrontMatter }
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error
    return { reason: 'has front matter that is too deep or has references to itself' }
  }
}

function lineOf(source: string, position: number): string {
  return `see line ${source.slice(0, position).split('\n').length + 1}`
}
