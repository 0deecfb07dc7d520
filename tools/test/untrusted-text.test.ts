import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './markdown.ts'

// Scripts of skills run in other processes, which the executor ends in time.
const sources = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted()

/** Files that build regular expressions which need no limit of time. */
const ownPatterns: Record<string, string> = {
  'apps/web/src/page/player/find-speakers.ts': 'escaped names in the program’s own pattern',
  'apps/web/src/page/story/found-words.ts': 'escaped words in the program’s own pattern',
  'packages/campaigns/src/premise/aims.ts': 'the patterns are shipped with the project',
  'packages/campaigns/src/premise/any-task.ts': 'the phrases are shipped with the project',
  'packages/campaigns/src/premise/choose-plot.ts': 'the signs are shipped with the project',
  'packages/campaigns/src/premise/clauses.ts': 'the program’s own pattern',
  'packages/campaigns/src/premise/clues.ts': 'the pattern is shipped with the project',
  'packages/campaigns/src/premise/conditions.ts': 'the patterns are shipped with the project',
  'packages/campaigns/src/premise/first-person.ts': 'pronouns in the program’s own pattern',
  'packages/campaigns/src/premise/main-clauses.ts': 'the program’s own pattern',
  'packages/campaigns/src/premise/mention.ts': 'escaped names in the program’s own pattern',
  'packages/campaigns/src/premise/mentions.ts': 'escaped names in the program’s own patterns',
  'packages/campaigns/src/premise/needs.ts': 'pronouns in the program’s own pattern',
  'packages/campaigns/src/premise/offered-aims.ts': 'shipped phrases, and escaped names',
  'packages/campaigns/src/premise/one-each.ts': 'escaped names in the program’s own patterns',
  'packages/campaigns/src/premise/read-as.ts': 'the patterns are shipped with the project',
  'packages/campaigns/src/premise/references.ts': 'pronouns in the program’s own pattern',
  'packages/campaigns/src/premise/stated-tasks.ts': 'shipped phrases, and a word of letters',
  'packages/campaigns/src/premise/stated/stated-world.ts': 'escaped names in the program’s own patterns',
  'packages/campaigns/src/premise/stated/surely-here.ts': 'escaped names in the program’s own pattern',
  'packages/campaigns/src/premise/task-helpers.ts': 'the phrases are shipped with the project',
  'packages/campaigns/src/premise/task-words.ts': 'shipped phrases, pronouns, and escaped names',
  'packages/campaigns/src/premise/undertakings.ts': 'the phrases are shipped with the project',
  'packages/campaigns/src/premise/verb-phrase.ts': 'the phrases are shipped with the project',
  'packages/campaigns/src/premise/whole-clause.ts': 'the program’s own pattern',
  'packages/campaigns/src/premise/wish.ts': 'the patterns are shipped with the project',
  'packages/content/src/article-for.ts': 'the phrases are shipped with the package',
  'packages/interchange/src/lore/compile.ts': 'compiles, and matches nothing',
  'packages/models/src/wire/http-model.ts': 'the names of fields are the program’s',
  'packages/planner/src/text/segments.ts': 'the words are shipped with the project',
  'packages/planner/src/text/supposition.ts': 'the words are shipped with the project',
  'packages/protocol/src/bounded.ts': 'patterns that cannot take long, on short texts',
  'packages/skills/src/config/config-schema.ts': 'compiles, and matches nothing',
  'packages/skills/src/manifest/script-fields.ts': 'compiles, and matches nothing',
  'packages/skills/src/secrets/secret-mask.ts': 'alternatives of escaped text',
  'packages/story/src/imagine/foreign-premise.ts': 'the names of scripts are shipped with the project',
  'packages/story/src/imagine/hero.ts': 'names without signs in the program’s own patterns',
  'packages/story/src/imagine/imagine-novel.ts': 'names without signs in the program’s own pattern',
  'packages/story/src/imagine/premise-question.ts': 'the patterns are the program’s',
  'packages/story/src/name-of.ts': 'names without signs in the program’s own pattern',
  'packages/story/src/project/failed-attempts.ts': 'a number within the program’s own pattern',
  'packages/story/src/stub/changes-in.ts': 'escaped names and words that are shipped with the project',
  'packages/story/src/stub/images.ts': 'the phrases are shipped with the project',
  'packages/story/src/stub/reworded.ts': 'the words are shipped with the project',
  'packages/story/src/style/check-style.ts': 'escaped words in the program’s own pattern',
  'packages/story/src/world/check-scene.ts': 'escaped names in the program’s own patterns',
  'packages/tool-sdk/src/input/plain-schema.ts': 'a tool checks its input with its author’s schema, in its own process',
  'packages/world/src/check/shape.ts': 'the schema of worlds is the program’s',
  'packages/world/src/text/patterns.ts': 'the phrases are shipped with the package',
}

/** Files that check values with a schema that is not a constant of the program's, or whose name does not say so. */
const ownSchemas: Record<string, string> = {
  'apps/web/src/server/guard/read-body.ts': 'the schemas of the HTTP API are the program’s',
  'packages/campaigns/src/read/manifest.ts': 'the schemas of the files of a campaign are the program’s',
  'packages/models/src/connection/connection-store.ts': 'the schemas of connections are the program’s',
  'packages/planner/src/testing/planner-contract.ts': 'tests call it with skills of their own',
  'packages/protocol/src/bounded.ts': 'the limit of time itself, around schemas with patterns',
  'packages/protocol/src/check.ts': 'the functions themselves',
  'packages/protocol/src/read/parse-event.ts': 'the schemas of events are the program’s',
  'packages/runtime/src/follow-ups/list-claims.ts': 'the schema of claims is the program’s',
  'packages/story/src/files/read-json.ts': 'the schemas of the files of a project are the program’s',
  'packages/story/src/tick/staged-memory.ts': 'the schemas of memory are the program’s',
  'packages/tool-sdk/src/input/full-schema.ts': 'a tool checks its input with its author’s schema, in its own process',
}

/** Files that write to a terminal without `print` or `notify`. */
const ownWrites: Record<string, string> = {
  'apps/cli/src/commands/models/models.ts': 'a line break, and numbers',
  'apps/cli/src/main.ts': 'help, which is the program’s, and printable text',
  'apps/cli/src/terminal/print.ts': 'the functions themselves',
  'apps/cli/src/terminal/prompt.ts': 'printable text',
  'apps/cli/src/terminal/secret-prompt.ts': 'what the player types',
  'apps/cli/src/terminal/status-line.ts': 'a line that is cut and printable',
}

/** Files whose code matches, without comments. */
function filesWith(pattern: RegExp, under = ''): string[] {
  return sources.filter((file) => file.startsWith(under) && pattern.test(codeOf(file)))
}

function codeOf(file: string): string {
  return readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '')
}

it('patterns: every file that builds a regular expression runs it with a limit of time, or is listed with a reason', () => {
  const built = filesWith(/\bRegExp\(/)
  const bounded = built.filter((file) => /from '@narratoria\/protocol\/bounded'/.test(codeOf(file)))
  expect(bounded.length).toBeGreaterThan(0)
  expect(built.filter((file) => !bounded.includes(file))).toEqual(Object.keys(ownPatterns))
})

it('patterns: every file that checks a value with a schema of another author does it with a limit of time, or is listed with a reason', () => {
  // The schemas of the program are constants with a capital letter.
  const withValue = filesWith(/(?<![#.\w])(?:listIssues|matches|Compile)\(\s*(?:[a-z]|[A-Z]\w* as)/)
  expect(withValue).toEqual(Object.keys(ownSchemas))
})

it('patterns: no text becomes a regular expression by being searched for', () => {
  // Expressions of the program's own, which are arguments of a function there, and constant patterns of tags with a word of letters.
  expect(filesWith(/\.match\((?:['"`]|(?!new )[a-z])/)).toEqual([
    'apps/web/src/page/player/find-speakers.ts',
    'packages/campaigns/src/create/card-campaign.ts',
    'packages/campaigns/src/premise/infinitive.ts',
    'packages/story/src/stub/narrate.ts',
    'packages/world/src/text/sentences.ts',
  ])
})

it('terminal: every file that writes to a terminal makes its text printable, or is listed with a reason', () => {
  expect(filesWith(/\b(?:stdout|stderr|terminal)\.write\(|\bconsole\.\w+\(/, 'apps/cli/src')).toEqual(
    Object.keys(ownWrites),
  )
})
