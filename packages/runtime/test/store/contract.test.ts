import { join } from 'node:path'
import { describe } from 'vitest'
import { MemorySessionStore } from '../../src/store/index.ts'
import { openSqliteSessionStore, type SessionStore } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { manageContract } from './manage-contract.ts'
import { storeContract } from './store-contract.ts'

const stores: [string, () => Promise<SessionStore>][] = [
  ['MemorySessionStore', async () => new MemorySessionStore()],
  ['SqliteSessionStore', async () => openSqliteSessionStore(join(await temporaryFolder(), 'sessions.db'))],
]

describe.each(stores)('%s', (_, openStore) => {
  storeContract(openStore)
  manageContract(openStore)
})
