import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { assignResources, createResource, createUser, linkPractitioner, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import type { Caller } from '#server/test/server.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { calendarFeedContract as contract } from '#shared/messages/calendar-contract.ts'
import { usersContract } from '#shared/users/contract.ts'

const NOW = new Date('2026-11-23T08:00:00+08:00')
let clinic: BookingClinic
let ana: string
let anaUser: TestUser
let asAna: Caller
let visit: string

beforeAll(async () => {
  clinic = await startBookingClinic({
    now: NOW,
    publicUrl: 'https://clinic.example.ph',
    limits: { calendarFeedsPerAddress: { tries: 60, windowSeconds: 900 } },
  })
  const { db } = clinic.server
  ana = await createResource(db, 'practitioner', 'Dra. Reyes')
  const other = await createResource(db, 'practitioner', 'Dr. Cruz')
  await assignResources(db, clinic.catalogue.serviceId, ana, other)
  await createResource(db, 'room', 'Second room')
  anaUser = await createUser(db, 'practitioner')
  await linkPractitioner(db, anaUser.id, ana)
  asAna = clinic.server.as(anaUser.token)
  const client = await createUser(db, 'client', { name: 'Bianca Garcia', contactNumber: '0917 555 1234' })
  visit = await book(client, ana, '09:00:00')
  await book(await createUser(db, 'client', { name: 'Jessa Lim' }), other, '09:00:00')
  await clinic.desk(visitContract.changeNote, { params: { id: visit }, body: { note: 'Allergic to lidocaine' } })
})
afterAll(() => clinic.server.close())
beforeEach(() => {
  clinic.server.clock.now = NOW
})

async function book(client: TestUser, practitioner_id: string, time: string, date = '2026-11-24') {
  const body = { ...clinic.visit(date, time, client.id), practitioner_id, status: 'confirmed' as const }
  return (await clinic.desk(appointmentsContract.book, { body })).data.appointment_id
}
const newAddress = async () => (await asAna(contract.createMine, {})).data.address
const pathOf = (address: string) => new URL(address).pathname
const get = (address: string, headers: Record<string, string> = {}) =>
  clinic.server.app.inject({ url: pathOf(address), headers })

/** Parses the visits of a feed with another library than the one that writes it. */
function eventsOf(content: string) {
  const calendar = new ICAL.Component(ICAL.parse(content))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      location: event.location,
      starts: event.startDate.toJSDate().toISOString(),
      ends: event.endDate.toJSDate().toISOString(),
      status: component.getFirstPropertyValue('status'),
    }
  })
}
const read = async (address: string) => eventsOf((await get(address)).body)

test('a practitioner’s calendar contains only own visits, without phone numbers, notes and prices', async () => {
  const address = await newAddress()
  expect(address).toMatch(/^https:\/\/clinic\.example\.ph\/api\/calendar-feeds\/[\w-]{43}\.ics$/)
  const answer = await get(address)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(eventsOf(answer.body)).toEqual([
    {
      uid: `${visit}@visits.mutya`,
      sequence: expect.any(Number),
      summary: 'Bianca Garcia: Diamond peel',
      location: expect.any(String),
      starts: '2026-11-24T01:00:00.000Z',
      ends: '2026-11-24T01:30:00.000Z',
      status: 'CONFIRMED',
    },
  ])
  // The visit's random id is left out of the comparison, because its digits could match by chance.
  expect(answer.body.replaceAll(visit, '')).not.toMatch(/917|lidocaine|1500|1,500|PHP|₱|Jessa|@example/)
})

test('in a calendar feed a moved visit keeps its id and gets a higher sequence number, and a cancelled one is removed', async () => {
  const client = await createUser(clinic.server.db, 'client')
  const id = await book(client, ana, '14:00:00', '2026-11-25')
  const address = await newAddress()
  const of = async () => (await read(address)).find(({ uid }) => uid === `${id}@visits.mutya`)
  const before = (await of())!
  await clinic.desk(appointmentsContract.reschedule, {
    params: { id },
    body: { appointment_id: id, appointment_date: '2026-11-26', appointment_time: '10:00:00' },
  })
  const after = (await of())!
  expect(after.starts).toBe('2026-11-26T02:00:00.000Z')
  expect(after.sequence).toBeGreaterThan(before.sequence)
  await clinic.desk(appointmentsContract.updateStatus, {
    params: { id },
    body: { status: 'cancelled', reason: 'client' },
  })
  expect(await of()).toBeUndefined()
})

test('of a visit with several practitioners, each practitioner’s calendar contains that practitioner’s part', async () => {
  const { db } = clinic.server
  const { serviceId, otherServiceId } = clinic.catalogue
  // Only Dra. Reyes offers the first service.
  await db.deleteFrom('service_resources').where('service_id', '=', serviceId).where('resource_id', '<>', ana).execute()
  const cora = await createResource(db, 'practitioner', 'Dr. Santos')
  await assignResources(db, otherServiceId, cora)
  const client = await createUser(db, 'client', { name: 'Kat Diaz' })
  const body = { ...clinic.visit('2026-12-02', '09:00:00', client.id), status: 'confirmed' as const }
  const { data } = await clinic.desk(appointmentsContract.book, {
    body: { ...body, further_services: [otherServiceId] },
  })
  const coraUser = await createUser(db, 'practitioner')
  await linkPractitioner(db, coraUser.id, cora)
  const corasAddress = (await clinic.server.as(coraUser.token)(contract.createMine, {})).data.address
  const seen = async (address: string) => {
    const event = (await read(address)).find(({ uid }) => uid === `${data.appointment_id}@visits.mutya`)
    return [event?.summary, event?.starts, event?.ends]
  }
  expect(await seen(await newAddress())).toEqual([
    'Kat Diaz: Diamond peel',
    '2026-12-02T01:00:00.000Z',
    '2026-12-02T01:30:00.000Z',
  ])
  expect(await seen(corasAddress)).toEqual([
    'Kat Diaz: Hydra glow',
    '2026-12-02T01:30:00.000Z',
    '2026-12-02T02:00:00.000Z',
  ])
})

test('a calendar program that already has the current calendar feed gets a 304 without content', async () => {
  const address = await newAddress()
  const first = await get(address)
  const etag = first.headers.etag as string
  clinic.server.clock.now = new Date('2026-11-23T12:00:00+08:00')
  const known = await get(address, { 'if-none-match': `"another", W/${etag}` })
  expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag])
  await book(await createUser(clinic.server.db, 'client'), ana, '15:00:00', '2026-11-27')
  expect((await get(address, { 'if-none-match': etag })).statusCode).toBe(200)
})

test('a calendar’s URL is displayed once and stored as a hash; a new URL makes it invalid, and a revoked one gets a 404', async () => {
  const first = await newAddress()
  const second = await newAddress()
  expect((await asAna(contract.mine, {})).data).toEqual({ created_at: '2026-11-23T08:00:00+08:00' })
  expect((await get(first)).statusCode).toBe(404)
  expect((await get(second)).statusCode).toBe(200)
  const token = /([\w-]{43})\.ics$/.exec(second)![1]!
  const rows = await clinic.server.db.selectFrom('calendar_feeds').selectAll().execute()
  expect(
    JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString('base64url') }))),
  ).not.toContain(token)
  await asAna(contract.revokeMine, {})
  expect((await get(second)).statusCode).toBe(404)
  expect((await errorOf(asAna(contract.revokeMine, {}))).status).toBe(404)
  expect((await asAna(contract.mine, {})).data).toEqual({ created_at: null })
  const logs = await logEntries(clinic.server.db, { subject_id: ana })
  expect(logs.slice(-2).map(({ action }) => action)).toEqual([
    'Made a calendar address for the visits of Dra. Reyes',
    'Revoked the calendar address of Dra. Reyes',
  ])
  expect(JSON.stringify(logs)).not.toContain(token)
})

test('an admin creates and revokes the calendar URL of any practitioner; a treatment device such as a laser has no calendar URL', async () => {
  const params = { id: ana }
  const { address } = (await clinic.admin(contract.create, { params })).data
  expect((await get(address)).statusCode).toBe(200)
  expect((await clinic.admin(contract.ofResource, { params })).data.created_at).not.toBeNull()
  await clinic.admin(contract.revoke, { params })
  expect((await get(address)).statusCode).toBe(404)
  const device = await createResource(clinic.server.db, 'device', 'Laser')
  expect((await errorOf(clinic.admin(contract.create, { params: { id: device } }))).status).toBe(404)
})

/** Parses the visits of a feed with node-ical, because calendar programs differ in how they read a feed. */
function eventsOfNodeIcal(content: string) {
  return Object.values(nodeIcal.sync.parseICS(content)).flatMap((entry) =>
    entry?.type === 'VEVENT'
      ? [
          {
            uid: entry.uid,
            sequence: Number(entry.sequence),
            summary: entry.summary,
            location: entry.location,
            starts: entry.start.toISOString(),
            ends: entry.end?.toISOString(),
            status: entry.status,
          },
        ]
      : [],
  )
}

test('two iCalendar libraries read the same visits from the feeds of a room and of the clinic, with practitioners, but without phone numbers, notes and prices', async () => {
  const { db } = clinic.server
  const { address: ofClinic } = (await clinic.admin(contract.createOfClinic, {})).data
  const all = (await get(ofClinic)).body
  expect(eventsOfNodeIcal(all)).toEqual(eventsOf(all))
  const summaries = eventsOf(all).map(({ summary }) => summary)
  expect(summaries).toContain('Bianca Garcia: Diamond peel (Dra. Reyes)')
  expect(summaries).toContain('Jessa Lim: Diamond peel (Dr. Cruz)')
  expect(all.replaceAll(/[\da-f-]{36}/g, '')).not.toMatch(/917|lidocaine|1500|1,500|PHP|₱|@example/)

  const rooms = await db.selectFrom('resources').select(['id', 'name']).where('kind', '=', 'room').execute()
  const feeds = await Promise.all(
    rooms.map(async ({ id, name }) => {
      const { address } = (await clinic.admin(contract.create, { params: { id } })).data
      const { body } = await get(address)
      const events = eventsOf(body)
      expect(eventsOfNodeIcal(body)).toEqual(events)
      expect(events.every(({ location }) => location === name)).toBe(true)
      return events
    }),
  )
  // Each visit of this clinic needs one room for its whole time, so the feeds of all rooms together contain the same
  // visits as the clinic's feed.
  const inRooms = feeds.flat().map(({ uid, starts, ends, summary }) => [uid, starts, ends, summary].join())
  expect(inRooms.sort()).toEqual(
    eventsOf(all)
      .map(({ uid, starts, ends, summary }) => [uid, starts, ends, summary].join())
      .sort(),
  )
  await clinic.admin(contract.revokeOfClinic, {})
  expect((await get(ofClinic)).statusCode).toBe(404)
  expect((await clinic.admin(contract.ofClinic, {})).data).toEqual({ created_at: null })
})

test('an account without a practitioner has no calendar, and closing an account revokes its calendar URL', async () => {
  const { db } = clinic.server
  const nobody = clinic.server.as((await createUser(db, 'practitioner')).token)
  expect((await nobody(contract.mine, {})).data).toEqual({ created_at: null })
  expect((await errorOf(nobody(contract.createMine, {}))).status).toBe(404)
  const leaver = await createUser(db, 'practitioner')
  const person = await createResource(db, 'practitioner', 'Dr. Lim')
  await linkPractitioner(db, leaver.id, person)
  const { address } = (await clinic.server.as(leaver.token)(contract.createMine, {})).data
  expect((await get(address)).statusCode).toBe(200)
  await clinic.admin(usersContract.remove, { params: { id: leaver.id } })
  expect((await get(address)).statusCode).toBe(404)
})

test('deactivating a practitioner revokes the calendar URL, which stays invalid after reactivating', async () => {
  const { db } = clinic.server
  const person = await createResource(db, 'practitioner', 'Dr. Uy')
  const { address } = (await clinic.admin(contract.create, { params: { id: person } })).data
  for (const is_active of [false, true]) {
    await db.updateTable('resources').set({ is_active }).where('id', '=', person).execute()
    expect((await get(address)).statusCode).toBe(404)
  }
  expect((await clinic.admin(contract.ofResource, { params: { id: person } })).data).toEqual({ created_at: null })
})

test('a guessed calendar URL gets a 404, and guessing too often gets a waiting time', async () => {
  const address = await newAddress()
  for (const name of ['x.ics', `${'A'.repeat(43)}.ics`, pathOf(address).slice(20, -4), '..%2f..%2fetc'])
    expect((await clinic.server.app.inject(`/api/calendar-feeds/${name}`)).statusCode).toBe(404)
  for (let i = 0; i < 60; i++) await clinic.server.app.inject('/api/calendar-feeds/x.ics')
  expect((await get(address)).statusCode).toBe(429)
})
