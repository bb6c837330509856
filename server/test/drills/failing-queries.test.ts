import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { createUser } from '../factories.ts'
import { failEachStatement, failStatement } from '../fail-statements.ts'
import { startTestServer } from '../server.ts'
import { findFaults, type Attempt } from './judge-attempts.ts'

const attempt = (n: number, status: number, body: string, changed: string[] = []): Attempt => ({
  n,
  hasFailed: n < 3,
  status,
  body,
  changed,
})
const clear = '{"message":"Something went wrong.","code":"internal"}'

test('the drill of failing queries detects an unclear error, a change by a failed call, and a success that wrote nothing', () => {
  const last = attempt(3, 200, '{}', ['people'])
  expect(findFaults([attempt(1, 500, clear), attempt(2, 503, clear), last])).toEqual([])
  expect(findFaults([attempt(1, 500, 'division by zero'), last])).toEqual([expect.stringContaining('unclear answer')])
  expect(findFaults([attempt(1, 500, clear, ['people']), last])).toEqual([expect.stringContaining('changed people')])
  expect(findFaults([attempt(1, 200, '{}'), last])).toEqual([expect.stringContaining('nothing was written')])
})

test('the drill that fails each query of a call detects a row that is written before the call fails', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const admin = server.as((await createUser(server.db, 'admin')).token)
  const create = (treatment_name: string) => admin(catalogueContract.createTreatment, { body: { treatment_name } })
  expect(await failEachStatement(server.db, () => create('Facials'))).toBe(3)
  const writesFirst = async () => {
    await createUser(server.db, 'client')
    await create('Laser')
  }
  await expect(failEachStatement(server.db, writesFirst)).rejects.toThrow(/statement \d.*deeply equal/)
})

test('a query that the server sends for its own purposes during a call is not counted as a query of the call, and is not made to fail', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const ask = () => sql`select 1`.execute(server.db)
  let start = (): void => undefined
  const job = new Promise<void>((resolve) => (start = resolve)).then(ask)
  const call = async () => {
    start()
    await job
    await ask()
  }
  expect(await failStatement(2, call)).toMatchObject({ outcome: { status: 'fulfilled' }, hasFailed: false })
  expect(await failStatement(1, call)).toMatchObject({ outcome: { status: 'rejected' }, hasFailed: true })
})
