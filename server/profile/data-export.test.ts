import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Column } from '#server/db/personal-data/choices.ts'
import { personalData } from '#server/db/personal-data/personal-data.ts'
import { addSignedCopy } from '#server/forms/signing/signing-fixture.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { newId } from '#server/lib/new-id.ts'
import { addAlertRows } from '#server/test/alert-rows.ts'
import { addPlanRow } from '#server/test/plan-rows.ts'
import { addPhotoRows } from '#server/test/chart-photo-rows.ts'
import {
  addToQueue,
  createSession,
  createUser,
  givePassword,
  addToWaitlist,
  type TestUser,
} from '#server/test/factories.ts'
import { fileOf, picture } from '#server/test/pictures.ts'
import { addDepositRow } from '#server/test/deposit-row.ts'
import { addNoteRows } from '#server/test/note-rows.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { newsContract } from '#shared/privacy/news-contract.ts'
import { PRIVACY_NOTICE_VERSION } from '#shared/privacy/notice.ts'
import { profileContract, exportContract, photoContract } from '#shared/profile/contract.ts'
import { closureRequestContract } from '#shared/users/contract.ts'

const PASSWORD = 'a password of my own'
let till: Till

const exportOf = (user: TestUser) => till.server.as(user.token)(exportContract.read, {})

/** Gives a client one record of every kind. */
async function withEverything(user: TestUser, contact: string): Promise<void> {
  await givePassword(till.server.db, user.id, PASSWORD)
  const me = till.server.as(user.token)
  await me(profileContract.update, { body: { name: user.name, email: user.email, contact, location: 'Makati' } })
  await me(photoContract.upload, { body: { photo: fileOf(await picture()) } })
  await me(privacyContract.give, { body: { privacy_version: PRIVACY_NOTICE_VERSION } })
  await me(newsContract.chooseMine, { body: { channel: 'email', is_wanted: true } })
  await me(closureRequestContract.ask, { body: { current_password: PASSWORD, reason: `reason of ${user.name}` } })
  await till.server.as(till.cashier.token)(clientsContract.changeNote, {
    params: { id: user.clientId! },
    body: { note: `note about ${user.name}` },
  })
  await addToWaitlist(till.server.db, user, till.catalogue.serviceId, [till.catalogue.otherServiceId])
  await addToQueue(till.server.db, user, till.catalogue.serviceId)
  const card = { kind: 'senior' as const, id_number: `ID of ${user.name}`, name: user.name, birth_date: '1959-03-14' }
  await till.server.db
    .insertInto('client_cards')
    .values({ client_id: user.clientId!, ...card, seen_at: new Date('2026-11-20T00:00:00Z') })
    .execute()
  await addSignedCopy(till.server.db, user)
  await addPhotoRows(till.server.db, user)
  const appointment_id = await till.appointment(user)
  await addNoteRows(till.server.db, user, appointment_id)
  await addDepositRow(till.server.db, user, appointment_id)
  await addAlertRows(till.server.db, user, appointment_id)
  await addPlanRow(till.server.db, user, till.catalogue.serviceId)
  await addChartReadAndCard(user)
  await addLogInRows(user)
  await till.server.db
    .updateTable('appointments')
    .set({ contact_number: contact })
    .where('id', '=', appointment_id)
    .execute()
  const paid = { customer_name: user.name, user_id: user.id, appointment_id, is_walk_in: false }
  await till.send(till.order([till.peel({ addOns: [till.light(2)] })], paid))
}

/** Adds a device that the person trusts, and a passkey. */
async function addLogInRows({ id: account_id }: TestUser): Promise<void> {
  const at = new Date('2026-11-20T00:00:00Z')
  const device = { id: newId(), account_id, token_hash: randomBytes(32), device: 'Chrome 142 on Android' }
  await till.server.db
    .insertInto('trusted_devices')
    .values({ ...device, created_at: at, last_used_at: at, expires_at: new Date('2026-12-20T00:00:00Z') })
    .execute()
  const passkey = { id: newId(), account_id, credential_id: newId(), public_key: randomBytes(77), counter: 0 }
  await till.server.db
    .insertInto('passkeys')
    .values({ ...passkey, transports: ['internal'], name: 'Phone', created_at: at, last_used_at: at })
    .execute()
}

async function addChartReadAndCard({ id: read_by, clientId, name }: TestUser): Promise<void> {
  const client_id = clientId!
  const at = new Date('2026-11-20T00:00:00Z')
  const read = { id: newId(), branch_id: MAIN_BRANCH_ID, client_id, kind: 'chart' as const, ten_minutes: 1 }
  await till.server.db
    .insertInto('chart_reads')
    .values({ ...read, read_at: at, read_by, read_by_name: 'Ada Admin' })
    .execute()
  await till.server.db
    .insertInto('client_details')
    .values({
      client_id,
      birth_date: '1959-03-14',
      sex: 'female',
      address: `12 Mabini Street, home of ${name}`,
      emergency_name: `Sister of ${name}`,
      emergency_number: '0917 555 0000',
      referred_by: 'A friend',
      tags: ['VIP'],
      saved_at: at,
      version: 1,
    })
    .execute()
}

beforeAll(async () => {
  till = await openTill({ limits: { dataExportsPerPerson: { tries: 5, windowSeconds: 3600 } } })
  await withEverything(till.client, '0917 555 0142')
  // Moves the visit to another day, so that the two clients' slots do not overlap.
  await till.server.db
    .updateTable('appointments')
    .set({ starts_at: new Date('2026-11-19T00:00:00Z') })
    .execute()
  await withEverything(till.otherClient, '0918 444 9999')
})
afterAll(() => till.server.close())

/** Every key of the export, at any depth. */
const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(keysOf)]
    : []

test('every column that the list of personal data marks for export is in the export, and no part of the export is empty', async () => {
  const data = await exportOf(till.client)
  for (const [part, content] of Object.entries(data))
    if (part !== 'further') expect(Object.keys(content ?? {}), part).not.toEqual([])
  const found = keysOf(data)
  const missing = Object.entries(personalData).flatMap(([table, { columns }]) =>
    Object.entries<Column>(columns).flatMap(([column, choice]) => {
      if ('nothing' in choice || (typeof choice.export === 'object' && 'left' in choice.export)) return []
      const { export: name } = choice
      const key = typeof name === 'object' && 'shown' in name ? name.shown : name
      return found.includes(typeof key === 'string' ? key : column) ? [] : [`${table}.${column}`]
    }),
  )
  expect(missing).toEqual([])
})

test('the export of a person’s data contains everything about that person, with data in each part', async () => {
  const data = await exportOf(till.client)
  expect(data).toMatchObject({
    exported_at: '2026-11-21T09:00:00+08:00',
    profile: {
      name: 'Bianca Peña',
      first_name: 'Bianca Peña',
      email: 'bianca@example.ph',
      contact_number: '0917 555 0142',
      location: 'Makati',
      role: 'client',
      has_password: true,
      services_availed: 1,
      staff_note: 'note about Bianca Peña',
    },
    consents: [{ purpose: 'privacy_notice', version: PRIVACY_NOTICE_VERSION }],
    news: [{ channel: 'email', is_wanted: true, chosen_at: '2026-11-21T09:00:00+08:00', chosen_where: 'profile' }],
    closure_requests: [{ state: 'open', reason: 'reason of Bianca Peña' }],
    appointments: [{ treatment: 'Facials', service: 'Diamond peel', contact_number: '0917 555 0142' }],
    waitlist: [
      {
        treatment: 'Facials',
        service: 'Diamond peel + Hydra glow',
        practitioner: null,
        first_date: '2026-12-01',
        last_date: '2026-12-05',
        times_of_day: ['morning'],
        state: 'expired',
        offers: [{ date: '2026-12-02', time: '09:00:00', state: 'lapsed' }],
      },
    ],
    walk_ins: [{ date: '2026-11-20', number: 1, treatment: 'Facials', service: 'Diamond peel', state: 'left' }],
    transactions: [
      {
        customer_name: 'Bianca Peña',
        contact_number: '0917 555 0142',
        total: 2200,
        lines: [
          {
            service: 'Diamond peel',
            quantity: 1,
            unit_price: 1500,
            add_ons: [{ name: 'LED light', quantity: 2, unit_price: 350, line_total: 700 }],
          },
        ],
      },
    ],
    service_history: [{ service: 'Diamond peel', add_ons: [{ name: 'LED light', quantity: 2 }] }],
  })
  expect(data.photo).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]{40,}=*$/)
  expect(data.activity.map(({ action }) => action)).toContain('Changed own photo')
})

test('the export of a person’s data contains no data of other people, no hash, no token, and no name of staff', async () => {
  const { app, db } = till.server
  const token = await createSession(db, till.client.id)
  const answer = await app.inject({ url: '/api/my/export', headers: { authorization: `Bearer ${token}` } })
  expect(answer.headers).toMatchObject({
    'content-disposition': 'attachment; filename="my-data.json"',
    'cache-control': 'no-store',
  })
  expect(answer.body).not.toMatch(/jessa|Jessa|444 9999|Andrea|Paolo|argon2|token|hash|photo_path/)
  expect(answer.body).not.toContain(token)
  const other = await app.inject({
    url: `/api/my/export?user_id=${till.client.id}`,
    headers: { authorization: `Bearer ${till.otherClient.token}` },
  })
  expect(other.body).not.toMatch(/bianca/i)
})

test('a cashier’s export of their own data contains their account, and nothing of the clients they served', async () => {
  const data = await exportOf(till.cashier)
  expect(data.profile).toMatchObject({ name: 'Andrea Cruz', role: 'cashier', client_since: null })
  expect(data.transactions).toEqual([])
  expect(JSON.stringify(data)).not.toMatch(/Bianca|Jessa/)
})

test('each download of one’s own data is logged as a system entry, and too many in an hour are rejected', async () => {
  const user = await createUser(till.server.db, 'client')
  for (let i = 0; i < 5; i++) await exportOf(user)
  await expect(exportOf(user)).rejects.toMatchObject({ status: 429 })
  const logs = await logEntries(till.server.db, { user_id: user.id })
  expect(logs.map(({ type, action }) => [type, action])).toEqual(
    Array.from({ length: 5 }, () => ['system', 'Downloaded their data']),
  )
  till.server.clock.now = new Date('2026-11-21T10:01:00+08:00')
  expect((await exportOf(user)).activity).toHaveLength(5)
})
