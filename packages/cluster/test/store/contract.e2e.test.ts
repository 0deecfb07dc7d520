import { describe } from 'vitest'
import { manageContract } from '../../../runtime/test/store/manage-contract.ts'
import { storeContract } from '../../../runtime/test/store/store-contract.ts'
import { openPostgresSessionStore } from '../../src/index.ts'
import { postgresOf, useServer } from '../fixtures/open-postgres.ts'

describe.each(Object.entries(postgresOf))('PostgresSessionStore on the PostgreSQL of %s', (_, binaries) => {
  describe.skipIf(!binaries)('which is installed', () => {
    const servers = useServer(binaries)
    const open = async () => openPostgresSessionStore(await servers.createDatabase())
    storeContract(open)
    manageContract(open)
  })
})
