import type { Block } from './markdown.ts'

/** What proves blocks of a page that do not prove themselves by `run`, `serves` or `input=`. */
interface Proof {
  page: string
  language: string
  /** A line of each block that is proven, from its start; a block without one here is a failure. */
  lines: string[]
  /** The test file that runs it, or why there is nothing to run. */
  by: string
  /** The name of the test in that file. */
  test?: string
}

/** Runs what is in this list under its name, in a shell. */
export const shellTest = 'tools/test/shell-blocks.test.ts'
const planner = 'packages/planner/test/docs.test.ts'
const toolSdk = 'packages/tool-sdk/test/docs.test.ts'
const skills = 'packages/skills/test/readme.test.ts'
const guide = 'SC-010: the skill of the guide, copied from its page, passes the strict check'
const registry = 'only a registry could answer; tools/test/release.test.ts and consumer.test.ts try it without one'

export const proofs: Proof[] = [
  { page: 'README.md', language: 'text', lines: ['$ npm start'], by: 'tools/transcript.mjs' },
  { page: 'docs/guides/ten-turns.md', language: 'text', lines: ['$ narratoria play'], by: 'tools/transcript.mjs' },
  {
    page: 'docs/architecture.md',
    language: 'mermaid',
    lines: ['  sdk[tool-sdk] --> protocol'],
    by: 'tools/test/architecture.test.ts',
    test: 'the picture of the packages',
  },
  {
    page: 'docs/architecture.md',
    language: 'mermaid',
    lines: ['sequenceDiagram'],
    by: 'a picture of what a turn does',
  },
  { page: 'docs/guides/web-api.md', language: 'sh', lines: ['url=http'], by: shellTest },
  { page: 'docs/guides/write-a-tool.md', language: 'sh', lines: ['narratoria tool new'], by: shellTest },
  { page: 'skills/torch-lighter/README.md', language: 'sh', lines: ['echo'], by: shellTest },
  { page: 'skills/door-examiner/README.md', language: 'sh', lines: ['echo'], by: shellTest },
  { page: 'examples/tools-waymark/README.md', language: 'sh', lines: ['cc '], by: shellTest },
  { page: 'apps/cli/README.md', language: 'sh', lines: ['narratoria play'], by: shellTest },
  { page: 'docs/guides/embed.md', language: 'sh', lines: ['npm install'], by: registry },
  {
    page: 'docs/guides/release.md',
    language: 'sh',
    lines: ['npm run changeset', 'npm run release', 'npm deprecate'],
    by: registry,
  },
  {
    page: 'docs/guides/write-a-novel.md',
    language: 'sh',
    lines: ['narratoria story run', 'narratoria story show S003', 'narratoria story undo', 'narratoria story compile'],
    by: 'apps/cli/test/commands/story.test.ts',
    test: 'every command of the guide "write a novel" works as it stands there',
  },
  {
    page: 'docs/protocol.md',
    language: 'ndjson',
    lines: [
      '{"version":"0","type":"log","level":"info","message":"Examining',
      '{"version":"0","type":"error"',
      '{"version":"0","type":"ui_event","event":"narrative_choice","payload":{"choices":["Open","Leave"]}}',
    ],
    by: toolSdk,
    test: '001 §4: shows transcripts that the judge has nothing against',
  },
  {
    page: 'docs/protocol.md',
    language: 'json',
    lines: ['  "sessionId"'],
    by: toolSdk,
    test: '001 §6: shows a request that is one',
  },
  {
    page: 'docs/guides/write-a-tool.md',
    language: 'console',
    lines: ["$ echo '"],
    by: toolSdk,
    test: 'prints what the page shows',
  },
  {
    page: 'docs/guides/write-a-tool.md',
    language: 'python',
    lines: ['#!/usr/bin/env python3'],
    by: toolSdk,
    test: '001 §9: $file passes the check',
  },
  {
    page: 'docs/guides/write-a-tool.md',
    language: 'sh',
    lines: ['#!/bin/sh'],
    by: toolSdk,
    test: '001 §9: $file passes the check',
  },
  {
    page: 'docs/guides/write-a-skill.md',
    language: 'json',
    lines: ['  "scripts"', '  "type"'],
    by: skills,
    test: guide,
  },
  { page: 'docs/guides/write-a-skill.md', language: 'sh', lines: ['#!/bin/sh'], by: skills, test: guide },
  { page: 'docs/guides/write-a-skill.md', language: 'markdown', lines: ['name: greeter'], by: skills, test: guide },
  {
    page: 'packages/skills/README.md',
    language: 'js',
    lines: ['const skills = await openSkills('],
    by: skills,
    test: 'SC-011: the example of the README runs and prints what it says',
  },
  {
    page: 'docs/guides/write-a-planner.md',
    language: 'js',
    lines: ['export class NamePlanner', 'import { plannerContract }'],
    by: planner,
    test: 'the planner of the guide, copied from its page, keeps the contract',
  },
  {
    page: 'docs/guides/write-a-planner.md',
    language: 'js',
    lines: ['const report = await evaluatePlanner('],
    by: planner,
    test: 'the planner of the guide is measured as its page shows',
  },
  {
    page: 'docs/guides/write-a-planner.md',
    language: 'js',
    lines: ['const narrator = new Narrator('],
    by: planner,
    test: 'the planner of the guide plays a turn as its page shows',
  },
  {
    page: 'docs/guides/local-models.md',
    language: 'js',
    lines: ['const model = await store.pull('],
    by: planner,
    test: 'the model store of the guide, copied from its page, pulls a model by its name',
  },
  {
    page: 'docs/guides/local-models.md',
    language: 'js',
    lines: ['const model = await startModelProcess(', 'const endpoint = await serveModel('],
    by: planner,
    test: 'the local model of the guide, copied from its page, loads, evaluates the catalogue and serves',
  },
  { page: 'docs/guides/write-a-novel.md', language: 'json', lines: ['  "planner"'], by: 'settings; they are parsed' },
  {
    page: 'docs/guides/write-a-novel.md',
    language: 'json',
    lines: ['{ "book"'],
    by: 'apps/cli/test/commands/story.test.ts',
    test: 'makes a book by the author and the language that the guide sets',
  },
  {
    page: 'skills/memory/README.md',
    language: 'json',
    lines: ['  "text"'],
    by: 'what a memory looks like; it is parsed',
  },
]

/** True for the block of this page that has this line. */
export function isBlock({ page, language, code }: Block, proof: Proof, line: string): boolean {
  return page === proof.page && language === proof.language && `\n${code}`.includes(`\n${line}`)
}
