import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type FileFact, judge, type Transcript, type Verdict } from '@narratoria/protocol/conformance'
import { type LaunchedTool, launchTool, type LaunchOptions } from '../launch/launch-tool.ts'

/** One run of a tool with its verdict. */
export interface ProbeRun {
  launched: LaunchedTool
  transcript: Transcript
  verdict: Verdict
}

/** Runs a tool once and judges its output. */
export async function runProbe(path: string, options: LaunchOptions & { cwd: string }): Promise<ProbeRun> {
  const launched = await launchTool(path, options)
  const { stdout, exitCode, exitSignal, timedOut, outstayed } = launched
  const seen = { stdout, exitCode, exitSignal, timedOut, outstayed }
  const files = new Map<string, FileFact>()
  const verdict = judge(seen, {
    lookAt(asset) {
      const fact = files.get(asset) ?? inspect(resolve(options.cwd, asset))
      files.set(asset, fact)
      return fact
    },
  })
  return { launched, transcript: { ...seen, files: Object.fromEntries(files) }, verdict }
}

function inspect(path: string): FileFact {
  try {
    if (!statSync(path).isFile()) return 'not_a_file'
    accessSync(path, constants.R_OK)
    return 'file'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable'
  }
}
