import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/index.ts'
import { noPostgres, useServer } from '../fixtures/open-postgres.ts'

describe.skipIf(noPostgres)('with a server', () => {
  const servers = useServer()

  it('a database that is closed ends the transaction that runs, and then its connections', async () => {
    const url = await servers.createDatabase()
    const database = await openDatabase(url)
    await database.query('CREATE TABLE stored (n integer)')
    const running = Promise.withResolvers<void>()
    const storing = database.transaction(async (statements) => {
      await statements.query('INSERT INTO stored VALUES (1)')
      running.resolve()
      await statements.query('SELECT pg_sleep(0.3)')
    })
    await running.promise
    await database.close()
    await storing
    await expect(database.query('SELECT 1')).rejects.toThrow('after calling end')
    await using again = await openDatabase(url)
    expect(await again.query('SELECT n FROM stored')).toEqual([{ n: 1 }])
  })

  it('a subscription ends with its scope, and the others of its channel go on', async () => {
    await using database = await openDatabase(await servers.createDatabase())
    const heard: string[] = []
    await using _other = await database.listen('bell', (payload) => heard.push(`other ${payload}`))
    {
      await using _one = await database.listen('bell', (payload) => heard.push(`one ${payload}`))
      await database.query("SELECT pg_notify('bell', 'first')")
      await expect.poll(() => heard.length).toBe(2)
    }
    await database.query("SELECT pg_notify('bell', 'second')")
    await expect.poll(() => heard.length).toBe(3)
    expect(heard.toSorted()).toEqual(['one first', 'other first', 'other second'])
  })

  it.each([false, true])(
    'a server that is closed has what was written when it starts again (force: %s)',
    async (force) => {
      const url = await servers.createDatabase()
      {
        await using database = await openDatabase(url)
        await database.query('CREATE TABLE kept AS SELECT 1 AS n')
      }
      await servers.restart({ force })
      await using database = await openDatabase(url)
      expect(await database.query('SELECT n FROM kept')).toEqual([{ n: 1 }])
    },
  )
})
