import { describe } from 'vitest'
import { manageContract } from '../../../runtime/test/store/manage-contract.ts'
import { storeContract } from '../../../runtime/test/store/store-contract.ts'
import { openPostgresSessionStore } from '../../src/index.ts'
import { openPglite } from '../fixtures/open-pglite.ts'

describe('PostgresSessionStore on PGlite', () => {
  const open = async () => openPostgresSessionStore(await openPglite())
  storeContract(open)
  manageContract(open)
})
