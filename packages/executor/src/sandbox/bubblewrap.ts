import { accessSync, constants, existsSync, lstatSync, readlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { ToolCommand } from '../process/start-tool.ts'

/** What a sandbox shows of the machine. */
export interface SandboxView {
  /** Folders and files that can be read. */
  readable: readonly string[]
  /** Folders that can be written. They must exist. */
  writable: readonly string[]
  /** The working directory. */
  cwd: string
  network: boolean
  /** Most processes at a time. Linux enforces it unless the host runs as root. */
  maxProcesses: number
  /** Most bytes of data of each process. */
  maxMemoryBytes: number
}

/** The folders of the system's programs and libraries, which are links to `/usr` on many systems. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64']
/** Files that programs need to start, and the certificates and names that network access needs. */
const systemFiles = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/localtime', '/etc/ssl', '/etc/ca-certificates']
const networkFiles = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf']

/** Returns the path of a program in `PATH`. */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

/** Returns the command that runs another one under bubblewrap, within limits that `prlimit` sets. */
export function bubblewrap(bwrap: string, { file, args, env }: ToolCommand, view: SandboxView): ToolCommand {
  const bind = (how: string, paths: readonly string[]) => paths.flatMap((path) => [how, path, path])
  const home = view.writable[0] ?? '/tmp'
  const namespaces = ['--die-with-parent', '--as-pid-1', '--unshare-all', view.network ? '--share-net' : []].flat()
  const own = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp']
  // Settings of the kernel in /proc could be written by a tool of a host that runs as root.
  const last = ['--remount-ro', '/proc', '--remount-ro', '/', '--chdir', view.cwd, '--cap-drop', 'ALL', '--']
  const limits = [`--nproc=${view.maxProcesses}`, `--data=${view.maxMemoryBytes}`, '--core=0', '--']
  return {
    file: bwrap,
    args: [
      // As the first process of its sandbox, the tool takes all others with it, before its end is reported.
      ...namespaces,
      ...systemFolders.flatMap(showSystemFolder),
      ...bind('--ro-bind-try', view.network ? [...systemFiles, ...networkFiles] : systemFiles),
      ...own,
      ...bind('--ro-bind', view.readable),
      ...bind('--bind', view.writable),
      ...last,
      '/usr/bin/prlimit',
      ...limits,
      file,
      ...args,
    ],
    // The tool's home and temporary files are its own.
    env: { ...env, HOME: home, TMPDIR: home, TMP: home, TEMP: home },
  }
}

/** The folder of a skill that contains a tool: the nearest with a manifest, or else that of the tool. */
export function skillFolderOf(toolPath: string): string {
  const own = dirname(toolPath)
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder))
    if (['skill.json', 'SKILL.md'].some((manifest) => existsSync(join(folder, manifest)))) return folder
  return own
}

function showSystemFolder(folder: string): string[] {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (!stat) return []
  return stat.isSymbolicLink() ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder]
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
