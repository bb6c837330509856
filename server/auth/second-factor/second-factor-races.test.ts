import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Context } from '#server/lib/context.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { openSession } from '#server/sessions/public.ts'
import { runWhileLocked } from '#server/test/run-while-locked.ts'
import { startTestServer, TEST_NOW, type TestServer } from '#server/test/server.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { logInRulesContract, secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { factorFixture, PASSWORD } from './factor-fixture.ts'
import { mustSetUpFactor } from './state.ts'

let server: TestServer
let fixture: ReturnType<typeof factorFixture>

beforeAll(async () => {
  server = await startTestServer()
  fixture = factorFixture(server)
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = TEST_NOW
})

test('a change of the second-factor rule waits for a log-in that has read the old rule, and then applies to the session of that log-in too', async () => {
  const admin = await fixture.withFactor('admin')
  const cashier = await fixture.person('cashier')
  let token = ''
  await runWhileLocked(server.db, {
    lock: async (tx) => {
      const mustSetUpSecondFactor = await mustSetUpFactor(tx, MAIN_BRANCH_ID, { id: cashier.id, role: 'cashier' })
      const context = { tx, now: server.clock.now, request: { userAgent: null } } as Context
      token = await openSession(context, cashier.id, { hours: 1, mustSetUpSecondFactor })
    },
    work: () => admin.as(logInRulesContract.save, { body: { second_factor_for: 'staff' } }),
  })
  expect(await errorOf(server.as(token)(contract.decline, {}))).toMatchObject({ code: 'must_set_up_second_factor' })
})

test('the old password cannot switch off the second factor or make recovery codes if the password is changed while the old one is being checked', async () => {
  const user = await fixture.withFactor()
  const passwordHash = await hashPassword('tricycle-mango-92')
  const change = (hash: string | null) => ({ password_hash: hash })
  const { password_hash: before } = await server.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  for (const call of [contract.switchOff, contract.makeCodes]) {
    const answer = runWhileLocked<unknown>(server.db, {
      lock: async (tx) => {
        await tx.selectFrom('people').select('id').where('id', '=', user.id).forUpdate().execute()
        await tx.updateTable('accounts').set(change(passwordHash)).where('id', '=', user.id).execute()
      },
      work: () => user.as(call, { body: { current_password: PASSWORD } }),
    })
    expect(await errorOf(answer)).toMatchObject({ errors: { current_password: [authMessages.currentPasswordWrong] } })
    await server.db.updateTable('accounts').set(change(before)).where('id', '=', user.id).execute()
  }
  expect((await user.as(contract.read, {})).data.recovery_codes_left).toBe(10)
})
