import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { systemDisk } from '../../src/files/disk.ts'

it.skipIf(!existsSync('/dev/full'))('P3 §12.1: the error of a full disk has the path of the file', () => {
  expect(() => systemDisk.write('/dev/full', 'x')).toThrow(
    expect.objectContaining({ code: 'ENOSPC', path: '/dev/full' }),
  )
})
