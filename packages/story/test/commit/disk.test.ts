import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { systemDisk } from '../../src/files/disk.ts'

it.skipIf(!existsSync('/dev/full'))('P3 §12.1: what cannot be written for want of room names the file', () => {
  expect(() => systemDisk.write('/dev/full', 'x')).toThrow(
    expect.objectContaining({ code: 'ENOSPC', path: '/dev/full' }),
  )
})
