import { cp } from 'node:fs/promises'
import { existsSync, rmSync } from 'node:fs'
import { RuntimeError } from '../../errors.ts'
import { type Connection, damaged, explain } from './connection.ts'
import { copyDatabase } from './copy-database.ts'
import { assetFolderOf } from './open-database.ts'
import { findDamage } from './repair/find-damage.ts'

/** Copies an open store and its files to a new path, and compares every checksum of the copy. */
export async function backUp(connection: Connection, target: string): Promise<void> {
  if (existsSync(target) || existsSync(assetFolderOf(target)))
    throw new RuntimeError('store_unwritable', `${target} or its files exist already; choose another path.`)
  const assets = assetFolderOf(connection.path)
  try {
    // The files first: a turn that another host stores meanwhile is then in neither or only in the files.
    if (existsSync(assets))
      await cp(assets, assetFolderOf(target), { recursive: true, errorOnExist: true, force: false })
    copyDatabase(connection, target)
    const damage = findDamage(target, 'content')
    if (damage !== undefined) throw damaged(connection.path, new Error(damage))
  } catch (error) {
    rmSync(target, { force: true })
    rmSync(assetFolderOf(target), { recursive: true, force: true })
    throw explain(error, RuntimeError.isInstance(error) ? connection.path : target)
  }
}
