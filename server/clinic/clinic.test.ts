import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { createUser } from '#server/test/factories.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { clinicMessages as s } from '#shared/clinic/messages.ts'
import type { OpeningHours } from '#shared/clinic/opening-hours.ts'
import type { Input } from '#shared/lib/endpoint.ts'

let server: TestServer
let admin: Caller
let anyone: Caller

beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin', { name: 'Ana Cruz' })).token)
  anyone = server.as(null)
})
afterAll(() => server.close())

const always = (): OpeningHours[] =>
  Array.from({ length: 7 }, (_, weekday) => ({ weekday, is_open: true, first_slot: 0, last_slot: 32 }))
type Body = Input<typeof clinicContract.save>['body']
const profile = (more: Partial<Body> = {}): Body => ({
  name: 'Mutya Skin & Aesthetics',
  address: '128 Tomas Morato Avenue, Quezon City',
  location_label: 'Quezon City',
  phone: '+63 2 8555 0128',
  email: 'hello@mutya.test',
  tin: '',
  hours_text: 'By Appointment Only',
  receipt_foot: 'This is not an official receipt or invoice.',
  facebook_url: '',
  instagram_url: '',
  tiktok_url: '',
  opening_hours: always(),
  ...more,
})
const save = (more: Partial<Body> = {}) => admin(clinicContract.save, { body: profile(more) })
const read = async () => (await anyone(clinicContract.read, {})).data
const logs = () => logEntries(server.db)

beforeEach(async () => {
  await save()
})

test('the saved profile of the clinic is public', async () => {
  await save({ name: '  Ganda Clinic ', tin: '123-456-789', facebook_url: 'https://facebook.com/ganda' })
  expect(await read()).toMatchObject({
    name: 'Ganda Clinic',
    tin: '123-456-789',
    facebook_url: 'https://facebook.com/ganda',
    needs_setup: false,
  })
})

test('a change of the clinic profile is logged with the changed fields and the user who made the change, but without the phone number; saving an unchanged profile is not logged', async () => {
  const before = (await logs()).length
  await save({ phone: '0917 555 1234', hours_text: '9 to 5' })
  const rows = await logs()
  expect(rows).toHaveLength(before + 1)
  const row = rows.at(-1)
  const action = 'Changed the clinic profile: phone, hours from By Appointment Only to 9 to 5'
  expect(row).toMatchObject({ action, type: 'update', user_name: 'Ana Cruz' })
  expect(row?.changed_fields.toSorted()).toEqual(['hours_text', 'phone'])
  expect(JSON.stringify(row)).not.toContain('555 1234')
  await save({ phone: '0917 555 1234', hours_text: '9 to 5' })
  expect(await logs()).toHaveLength(before + 1)
})

test('a clinic sets its start times, minimum notice and booking horizon; fields left out keep their value', async () => {
  const rules = { start_interval_minutes: 15, minimum_notice_minutes: 120, horizon_days: 60 } as const
  expect(await read()).toMatchObject({ start_interval_minutes: 30, minimum_notice_minutes: 0, horizon_days: null })
  await save(rules)
  expect(await read()).toMatchObject(rules)
  expect((await logs()).at(-1)?.action).toBe(
    'Changed the clinic profile: minutes between starts from 30 to 15, minutes of notice for booking from 0 to 120, days ahead for booking from nothing to 60',
  )
  await save({ tin: '123-456-789' })
  expect(await read()).toMatchObject(rules)
  await save({ start_interval_minutes: 30, minimum_notice_minutes: 0, horizon_days: null })
  expect(await read()).toMatchObject({ start_interval_minutes: 30, minimum_notice_minutes: 0, horizon_days: null })
})

test.each([
  ['a start time every ten minutes', { start_interval_minutes: 10 }, { start_interval_minutes: [s.startInterval] }],
  ['a negative minimum notice', { minimum_notice_minutes: -1 }, { minimum_notice_minutes: [s.bookingNotice] }],
  ['a minimum notice of two months', { minimum_notice_minutes: 86_400 }, { minimum_notice_minutes: [s.bookingNotice] }],
  ['a booking horizon of no days', { horizon_days: 0 }, { horizon_days: [s.bookingHorizon] }],
  ['a booking horizon of two years', { horizon_days: 730 }, { horizon_days: [s.bookingHorizon] }],
])('in the clinic profile %s is rejected at its field, and nothing is saved', async (_, rules, errors) => {
  const before = await read()
  await expect(save(rules as Partial<Body>)).rejects.toMatchObject({ status: 422, errors })
  expect(await read()).toEqual(before)
})

test('a profile form based on an older version is rejected with the newer values, and nothing is saved', async () => {
  const old = await read()
  const { data } = await admin(
    clinicContract.save,
    { body: profile({ tin: '123-456-789' }) },
    ifMatchVersion(old.version),
  )
  expect(data.version).toBe(old.version + 1)
  const count = (await logs()).length
  const late = () =>
    admin(clinicContract.save, { body: profile({ phone: '0917 555 1234' }) }, ifMatchVersion(old.version))
  await expect(late()).rejects.toMatchObject({ status: 409, code: 'stale', data })
  expect(await read()).toEqual(data)
  expect(await logs()).toHaveLength(count)
  const opening_hours = always().map((day) => ({ ...day, last_slot: 20 }))
  const body = profile({ tin: '123-456-789', opening_hours })
  expect((await admin(clinicContract.save, { body }, ifMatchVersion(data.version))).data.version).toBe(data.version + 1)
})

test('of ten simultaneous saves of one profile form one succeeds; saving the same values changes nothing', async () => {
  const { version } = await read()
  const saves = Array.from({ length: 10 }, (_, i) =>
    admin(clinicContract.save, { body: profile({ hours_text: `From ${i}` }) }, ifMatchVersion(version)),
  )
  const outcomes = await Promise.allSettled(saves)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const after = await read()
  expect(after.version).toBe(version + 1)
  await admin(clinicContract.save, { body: profile({ hours_text: after.hours_text }) }, ifMatchVersion(version))
  expect(await read()).toEqual(after)
})

test('each weekday has its own opening hours', async () => {
  const opening_hours = always()
  opening_hours[0] = { weekday: 0, is_open: false, first_slot: 0, last_slot: 32 }
  opening_hours[6] = { weekday: 6, is_open: true, first_slot: 4, last_slot: 20 }
  await save({ opening_hours: opening_hours.toReversed() })
  expect((await read()).opening_hours).toEqual(opening_hours)
})

test('saving the profile without changing a weekday keeps the break in its hours', async () => {
  const { db } = server
  await db.deleteFrom('opening_hours').where('weekday', '=', 3).execute()
  const spans = [
    { opens_at: '09:00:00', closes_at: '12:00:00' },
    { opens_at: '13:00:00', closes_at: '18:00:00' },
  ]
  await db
    .insertInto('opening_hours')
    .values(spans.map((span) => ({ ...span, branch_id: MAIN_BRANCH_ID, weekday: 3 })))
    .execute()
  const shown = (await read()).opening_hours
  expect(shown[3]).toEqual({ weekday: 3, is_open: true, first_slot: 2, last_slot: 19 })
  await save({ opening_hours: shown, phone: '0917 555 4321' })
  const kept = () =>
    db
      .selectFrom('opening_hours')
      .select(['opens_at', 'closes_at'])
      .where('weekday', '=', 3)
      .orderBy('opens_at')
      .execute()
  expect(await kept()).toEqual(spans)
  await save({ opening_hours: shown.map((day) => (day.weekday === 3 ? { ...day, last_slot: 17 } : day)) })
  expect(await kept()).toEqual([{ opens_at: '09:00:00', closes_at: '17:00:00' }])
})

test('profile values that a page, a receipt or a link cannot show are rejected and change nothing', async () => {
  const before = await read()
  const count = (await logs()).length
  const day = (more: object) => [{ ...always()[0]!, ...more }, ...always().slice(1)]
  const errors: [string, unknown][] = [
    ['name', '   '],
    ['name', 'x'.repeat(121)],
    ['address', ''],
    ['phone', ''],
    ['phone', 'call us'],
    ['email', 'no address'],
    ['receipt_foot', ''],
    ['hours_text', 'a\u0000b'],
    ['facebook_url', 'javascript:alert(1)'],
    ['instagram_url', 'http://instagram.com/x'],
    ['tiktok_url', 'https://tiktok.com/ <script>'],
    ['opening_hours', always().slice(1)],
    ['opening_hours', day({ weekday: 1 })],
    ['opening_hours', day({ first_slot: 5, last_slot: 4 })],
    ['opening_hours', day({ last_slot: 33 })],
    ['opening_hours', day({ first_slot: 0.5 })],
    ['opening_hours', day({ note: 'x' })],
    ['needs_setup', true],
  ]
  for (const [field, value] of errors)
    await expect(save({ [field]: value }), `${field} ${JSON.stringify(value)}`).rejects.toMatchObject({ status: 422 })
  expect(await read()).toEqual(before)
  expect(await logs()).toHaveLength(count)
})

test('a text of the clinic with HTML tags, quotes and other alphabets is returned as it was typed', async () => {
  const name = `<script>alert("1")</script> Ñ & 'Ganda' שלום`
  await save({ name })
  expect((await read()).name).toBe(name)
})
