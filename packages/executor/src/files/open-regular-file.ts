import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath, statfs } from 'node:fs/promises'

/** An open regular file. Close its `file`. */
export interface OpenFile {
  readonly file: FileHandle
  /** The real path. */
  readonly path: string
  readonly sizeBytes: number
}

/** Why a path is not an open regular file. */
export type FileFault = 'missing' | 'not_a_file' | 'unreadable'

// File systems whose files are not stored: proc, sysfs, debugfs, tracefs, cgroup, cgroup2.
const kernelFileSystems = new Set([0x9f_a0, 0x62_65_65_72, 0x64_62_67_20, 0x74_72_61_63, 0x27_e0_eb, 0x63_67_72_70])

/**
 * Opens a regular file by an untrusted path. Pipes, devices and files of the kernel (`/proc`, `/sys`) are refused without
 * being read, and the call never waits for another process. Links are followed before the file is opened, not while.
 */
export async function openRegularFile(named: string): Promise<OpenFile | FileFault> {
  let file: FileHandle | undefined
  try {
    const path = await realpath(named)
    // Opening a device can have an effect, so it is not even opened.
    if (!(await lstat(path)).isFile() || (await isKernelFile(path))) return 'not_a_file'
    const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants>
    file = await open(path, O_RDONLY! | O_NONBLOCK | O_NOFOLLOW)
    const stat = await file.stat()
    if (stat.isFile()) return { file, path, sizeBytes: stat.size }
    await file.close()
    return 'not_a_file'
  } catch (error) {
    await file?.close()
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable'
  }
}

async function isKernelFile(path: string): Promise<boolean> {
  return process.platform === 'linux' && kernelFileSystems.has((await statfs(path)).type)
}
