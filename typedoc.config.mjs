// The documentation site. Its modules are what packages export.
import { entryPoints } from './tools/typedoc-modules.mjs'

export default {
  // One program for all packages: a program for each of them takes three times as long.
  tsconfig: 'tsconfig.docs.json',
  entryPoints: [...entryPoints.keys()],
  out: 'docs/api',
  plugin: ['./tools/typedoc-diagrams.mjs', './tools/typedoc-modules.mjs'],
  name: 'Narratoria',
  treatWarningsAsErrors: true,
  // The compiler checks types in a check of its own.
  skipErrorChecking: true,
  validation: { notExported: false },
  excludeInternal: true,
  includeHierarchySummary: false,
  includeVersion: false,
  readme: 'README.md',
  disableGit: true,
  disableSources: true,
  projectDocuments: [
    'docs/guides/*.md',
    'docs/decisions/README.md',
    'docs/decisions/[!R]*.md',
    'docs/requirements/*.md',
    'docs/*.md',
    'AGENTS.md',
    'CONTRIBUTING.md',
  ],
  highlightLanguages: [
    'bash',
    'console',
    'css',
    'html',
    'javascript',
    'json',
    'jsonc',
    'json5',
    'markdown',
    'mermaid',
    'python',
    'tsx',
    'typescript',
    'yaml',
  ],
  ignoredHighlightLanguages: ['ndjson'],
}
