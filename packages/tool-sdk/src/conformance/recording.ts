import type { Transcript, Verdict } from '@narratoria/protocol/conformance'

/** A transcript with its verdict, in the format of the conformance kit's cases. */
export interface Recording {
  kind: 'invocation'
  id: string
  clauses: string[]
  title: string
  stdout: ({ text: string } | { base64: string })[]
  exitCode: number | null
  exitSignal?: string
  timedOut?: boolean
  outstayed?: boolean
  files: Record<string, 'file' | 'directory' | 'unreadable'>
  expect: {
    outcome: Verdict['outcome']
    errorCode?: string
    events: string[]
    output: Verdict['output']
    assets: string[]
    problems: { code: string; line?: number }[]
    warnings: { code: string; line?: number }[]
  }
}

export function record(tool: string, transcript: Transcript, verdict: Verdict): Recording {
  const { exitCode, exitSignal, timedOut, outstayed, files = {} } = transcript
  const { outcome, errorCode, events, output, assets } = verdict
  const locate = ({ code, line }: { code: string; line?: number }) => ({ code, ...(line !== undefined && { line }) })
  const found = Object.entries(files).flatMap(([path, fact]): [string, 'file' | 'directory' | 'unreadable'][] =>
    fact === 'missing' ? [] : [[path, fact === 'not_a_file' ? 'directory' : fact]],
  )
  return {
    kind: 'invocation',
    id:
      tool
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') || 'tool',
    clauses: [],
    title: `A recorded run of ${tool}`,
    stdout: [encode(transcript.stdout)],
    exitCode,
    ...(exitSignal != null && { exitSignal }),
    ...(timedOut && { timedOut }),
    ...(outstayed && { outstayed }),
    files: Object.fromEntries(found),
    expect: {
      outcome,
      ...(errorCode !== undefined && { errorCode }),
      events: events.map(({ type }) => type),
      output,
      assets,
      problems: verdict.problems.map(locate),
      warnings: verdict.warnings.map(locate),
    },
  }
}

function encode(bytes: Uint8Array): { text: string } | { base64: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') }
  }
}
