import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import {
  addToQueue,
  createSession,
  createUser,
  givePassword,
  putOnWaitlist,
  type TestUser,
} from '#server/test/factories.ts'
import { fileOf, picture } from '#server/test/pictures.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { newsContract } from '#shared/privacy/news-contract.ts'
import { PRIVACY_NOTICE_VERSION } from '#shared/privacy/notice.ts'
import { profileContract } from '#shared/profile/contract.ts'
import { exportContract, type DataExport } from '#shared/profile/export-contract.ts'
import { closureRequestContract } from '#shared/users/closure-request-contract.ts'
import { photoContract } from '#shared/users/photo-contract.ts'

const PASSWORD = 'a password of my own'
let till: Till

/** The part of the export that contains each personal column. */
const exported: Record<string, keyof DataExport> = {
  'people.email': 'profile',
  'people.contact_number': 'profile',
  'accounts.person_id': 'profile',
  'clients.person_id': 'profile',
  'sessions.user_id': 'log_ins',
  'events.user_id': 'activity',
  'appointments.client_id': 'appointments',
  'appointments.contact_number': 'appointments',
  'waitlist_entries.client_id': 'waitlist',
  'walk_ins.client_id': 'walk_ins',
  'documents.client_id': 'transactions',
  'document_customers.email': 'transactions',
  'document_customers.contact_number': 'transactions',
  'client_services.client_id': 'service_history',
  'client_cards.client_id': 'senior_pwd_card',
  'consents.user_id': 'consents',
  'news_choices.person_id': 'news',
  'closure_requests.user_id': 'closure_requests',
}

/** Personal columns that are not exported, and why. */
const leftOut: Record<string, string> = {
  'appointments.cancelled_by': 'who of the staff did it is about them; what the person did stands in the activity',
  'appointments.created_by': 'as above',
  'news_choices.chosen_by': 'as above',
  'calendar_feeds.created_by': 'as above',
  'waitlist_entries.created_by': 'as above',
  'walk_ins.created_by': 'as above',
  'closure_requests.decided_by': 'as above',
  'documents.cashier_id': 'the clinic’s record of who stood behind the till, about sales to others',
  'receipt_prints.printed_by': 'as above',
  'booklet_numbers.entered_by': 'as above',
  'reading_prints.printed_by': 'as above',
  'z_readings.closed_by': 'as above',
  'shifts.cashier_id': 'the clinic’s record of who had its cash',
  'shifts.opened_by': 'as above',
  'shifts.closed_by': 'as above',
  'cash_movements.moved_by': 'as above',
  'idempotency_keys.user_id':
    'the id of a sale or a booking, kept for 30 days against double sending; what it tells stands in transactions',
  'registration_tries.client_id': 'a keyed hash of an address beside an account, kept for an hour against floods',
  'reset_links.user_id': 'a hash of a one-time link, kept for an hour or a day; that it was made stands in the log',
  'email_links.person_id': 'a hash of a one-time link to an e-mail address, kept for two days',
  'phone_codes.person_id': 'a hash of a code that was sent to a number, kept for ten minutes',
  'invitations.person_id': 'a hash of a one-time link; that somebody was invited stands in the log',
  'invitations.invited_by': 'who of the staff did it is about them; it stands in their activity',
  'book_checks.checked_by': 'as above',
  'approval_pins.account_id': 'a hash of a PIN; that it was set stands in the log',
  'approvals.approver_id': 'who of the staff agreed to what; it stands in their activity',
  'approvals.requested_by': 'as above',
  'branches.email': 'the clinic’s own',
  'clients.merged_into': 'marks a second record of a person; what was moved from it stands in all parts of the export',
  'client_merges.kept_id': 'that two records were made one; what was written over is kept for a day, to undo it',
  'client_merges.merged_id': 'as above',
  'client_merges.merged_by': 'who of the staff did it is about them',
  'client_merges.undone_by': 'as above',
}

/** Columns that refer to a person by foreign key or name, and those with contact data. */
async function personalColumns(): Promise<string[]> {
  // Reads pg_catalog, because the information schema hides tables that this role cannot access.
  const { rows } = await sql<{ name: string }>`
    select t.relname || '.' || a.attname as name
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and (
      a.attname in ('user_id', 'client_id', 'email', 'contact_number')
      or exists (
        select from pg_constraint k where k.contype = 'f' and k.conrelid = t.oid and a.attnum = any (k.conkey)
          and k.confrelid in ('people'::regclass, 'accounts'::regclass, 'clients'::regclass)
      )
    ) order by 1`.execute(till.server.db)
  return rows.map(({ name }) => name)
}

const unheardOf = async () => (await personalColumns()).filter((name) => !(name in exported) && !(name in leftOut))

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
  await putOnWaitlist(till.server.db, user, till.catalogue.serviceId, [till.catalogue.otherServiceId])
  await addToQueue(till.server.db, user, till.catalogue.serviceId)
  const card = { kind: 'senior' as const, id_number: `ID of ${user.name}`, name: user.name, birth_date: '1959-03-14' }
  await till.server.db
    .insertInto('client_cards')
    .values({ client_id: user.clientId!, ...card, seen_at: new Date('2026-11-20T00:00:00Z') })
    .execute()
  const appointment_id = await till.appointment(user)
  await till.server.db
    .updateTable('appointments')
    .set({ contact_number: contact })
    .where('id', '=', appointment_id)
    .execute()
  const paid = { customer_name: user.name, user_id: user.id, appointment_id, is_walk_in: false }
  await till.send(till.order([till.peel({ addOns: [till.light(2)] })], paid))
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

test('every column that tells of a person stands in the export, or among those left out with a reason', async () => {
  expect(await unheardOf()).toEqual([])
  const known = await personalColumns()
  const gone = [...Object.keys(exported), ...Object.keys(leftOut)].filter((name) => !known.includes(name))
  expect(gone).toEqual([])
})

test('a new table about people that nobody thought of is found', async () => {
  const owner = new pg.Client({ connectionString: till.server.database.ownerUrl })
  await owner.connect()
  try {
    await owner.query(
      'create table allergies (id uuid primary key, patient uuid references clients, noted_by uuid references accounts)',
    )
    expect(await unheardOf()).toEqual(['allergies.noted_by', 'allergies.patient'])
    await owner.query('drop table allergies')
  } finally {
    await owner.end()
  }
})

test('the export tells a person everything, each part with something in it', async () => {
  const data = await exportOf(till.client)
  for (const part of new Set(Object.values(exported))) expect(Object.keys(data[part] ?? {}), part).not.toEqual([])
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

test('it is a file of the person alone: nothing of others, no hash, no token, and no name of staff', async () => {
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

test('a cashier gets their own account, and nothing of the clients they worked for', async () => {
  const data = await exportOf(till.cashier)
  expect(data.profile).toMatchObject({ name: 'Andrea Cruz', role: 'cashier', client_since: null })
  expect(data.transactions).toEqual([])
  expect(JSON.stringify(data)).not.toMatch(/Bianca|Jessa/)
})

test('each download is a system row of the log, and too many in an hour are refused', async () => {
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
