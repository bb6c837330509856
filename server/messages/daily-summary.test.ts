import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { newId } from '#server/lib/new-id.ts'
import { createUser, setHours, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import { overviewContract } from '#shared/overview/contract.ts'
import { overviewMessages as words } from '#shared/overview/messages.ts'
import { writeDailySummaries } from './daily-summaries.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'

const EMAIL = { email: true, sms: false }
let clinic: MailClinic
let owner: TestUser
let partner: TestUser
beforeAll(async () => {
  clinic = await openMailClinic()
  owner = await createUser(clinic.server.db, 'admin', { name: 'Olga Owner' })
  partner = await createUser(clinic.server.db, 'admin', { name: 'Paz Partner' })
})
afterAll(() => clinic.close())
beforeEach(() => {
  clinic.mail.received.length = 0
})

const at = (instant: string) => {
  clinic.server.clock.now = new Date(`${instant}+08:00`)
}
const choose = (person: TestUser, is_on: boolean) =>
  clinic.server.as(person.token)(overviewContract.chooseSummary, { body: { is_on } })
const write = () =>
  inTransaction(clinic.server.appDb, (tx) =>
    writeDailySummaries(tx, { branchId: MAIN_BRANCH_ID, channels: EMAIL, now: clinic.server.clock.now }),
  )
/** Lets two processes write the due summaries at the same time, sends them, and returns all summaries of the test. */
async function sendAll() {
  await Promise.all([write(), write()])
  await clinic.deliverAll()
  return clinic.mail.received.filter(({ email }) => email.subject?.startsWith('Summary'))
}

test('an admin gets the summary of a day at closing time once, with the figures of the owner’s page, and only if it is switched on', async () => {
  const { admin } = clinic
  // November 23, 2026 is a Monday.
  await setHours(clinic.server.db, 1, '09:00', '18:30')
  at('2026-11-23T09:00:00')
  await clinic.appointment('2026-11-23', '10:00:00', 'completed')
  await clinic.appointment('2026-11-23', '17:00:00', 'confirmed')
  await clinic.appointment('2026-11-24', '10:00:00', 'pending')
  const { data: category } = await admin(inventoryContract.createCategory, { body: { name: 'Serums' } })
  const serum = { name: 'Serum', quantity: '1', unit_type: 'pc', category_id: category.id }
  const { data: product } = await admin(inventoryContract.createProduct, { body: serum })
  await admin(
    stockContract.move,
    { params: { id: product.id }, body: { kind: 'receive', amount: 1, expires_on: '2026-11-29' } },
    { headers: { 'idempotency-key': newId() } },
  )
  at('2026-11-23T18:30:00')
  expect(await sendAll()).toEqual([])
  expect((await choose(owner, true)).data).toEqual({ is_on: true, sends_email: true })
  at('2026-11-23T18:29:00')
  expect(await sendAll()).toEqual([])
  at('2026-11-23T18:31:00')
  const [mail, ...others] = await sendAll()
  expect(others).toEqual([])
  expect([mail!.to, mail!.email.subject]).toEqual([[owner.email], `Summary of ${formatLongDate('2026-11-23')}`])
  const { today, week, needs } = (await admin(overviewContract.read, {})).data
  const amount = (pesos: number) => formatPesoShort(toCentavos(pesos))
  const lines = [
    `Booked: ${today.booked}`,
    `Arrived: ${today.arrived}`,
    `Done: ${today.done}`,
    `Net sales: ${amount(today.sales)}, 0 sales`,
    `This week: ${amount(week.present.sales)}, ${amount(week.before.sales)} last week`,
    `Kept visits: ${week.present.kept}, 0 last week`,
    `Needs you: ${words.needs.requests(needs.requests)}, ${words.needs.unpaid_visits(needs.unpaid_visits)}, 1 product with low stock, 1 product expires within 7 days or has expired, There is no backup yet`,
    'https://clinic.example.ph/overview',
  ]
  for (const line of lines) expect(mail!.email.text).toContain(line)
  expect([today.booked, today.done, needs.requests]).toEqual([2, 1, 1])
  at('2026-11-23T23:00:00')
  expect(await sendAll()).toHaveLength(1)
})

test('a summary is not sent on a closed day, half a day after closing, or to somebody who is no admin any more', async () => {
  const { server } = clinic
  await choose(partner, true)
  const closed = {
    id: newId(),
    branch_id: MAIN_BRANCH_ID,
    date: '2026-11-25',
    remark: '',
    created_at: server.clock.now,
  }
  await server.db.insertInto('disabled_dates').values(closed).execute()
  // November 24 is a Tuesday with usual hours, the 25th is closed, and on the 26th the clinic closes after midnight.
  for (const weekday of [2, 3]) await setHours(server.db, weekday, '09:00', '18:00')
  await setHours(server.db, 4, '15:00', '01:00')
  at('2026-11-25T06:30:00')
  expect(await sendAll()).toEqual([])
  at('2026-11-25T18:00:00')
  expect(await sendAll()).toEqual([])
  at('2026-11-27T00:59:00')
  expect(await sendAll()).toEqual([])
  at('2026-11-27T01:00:00')
  await choose(owner, false)
  await server.db.updateTable('accounts').set({ role: 'cashier' }).where('person_id', '=', partner.id).execute()
  expect(await sendAll()).toEqual([])
  await choose(owner, true)
  expect((await sendAll()).map(({ email, to }) => [email.subject, to])).toEqual([
    [`Summary of ${formatLongDate('2026-11-26')}`, [owner.email]],
  ])
})

test('a daily summary that is switched off before it is sent is skipped, and switching it on and off is logged', async () => {
  await setHours(clinic.server.db, 5, '09:00', '18:00')
  at('2026-11-27T18:00:00')
  await write()
  await choose(owner, false)
  await clinic.deliverAll()
  expect(clinic.mail.received).toEqual([])
  expect((await clinic.messagesAbout(owner.id)).at(-1)).toEqual(['daily_summary', 'skipped', 'off'])
  const entries = await logEntries(clinic.server.db, { subject_id: owner.id })
  expect(entries.slice(-2).map(({ action }) => action)).toEqual([
    'Switched on the daily summary by e-mail',
    'Switched off the daily summary by e-mail',
  ])
})
