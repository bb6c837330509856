import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { openBrowser, type Browser } from '#server/test/browser.ts'
import { createResource, type TestUser } from '#server/test/factories.ts'
import { rounds } from '#server/test/rounds.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { addDays, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { expectRefused, startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic
let people: TestUser[]
/** Each test uses a day of its own. */
let date: CivilDate = '2027-06-13'

beforeAll(async () => {
  clinic = await startBookingClinic({
    poolSize: 20,
    limits: { openBookingsPerClient: 1_000, bookingsPerClient: { tries: 100_000, windowSeconds: 60 } },
  })
  people = await Promise.all(Array.from({ length: 50 }, () => clinic.newClient()))
})
afterAll(() => clinic.server.close())
beforeEach(async () => {
  clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + 3_600_000)
  date = addDays(date, 1)
})

const after = (minutes: number) => {
  clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + minutes * 60_000)
}

let address = 0
/** Returns a browser with an IP address of its own. If a person is given, they are logged in and can book. */
const newBrowser = (person?: TestUser, from = `10.0.${Math.floor(++address / 250)}.${address % 250}`): Browser =>
  openBrowser(clinic.server.app, {
    address: from,
    ...(person && { headers: { authorization: `Bearer ${person.token}` } }),
  })

const hold = (browser: Browser, time: CivilTime, on = date) =>
  browser.send('POST', '/api/holds', {
    appointment_date: on,
    appointment_time: time,
    service_id: clinic.catalogue.serviceId,
  })
const book = (browser: Browser, time: CivilTime) =>
  browser.send('POST', '/api/store-appointments', clinic.visit(date, time))
const bookAs = (person: TestUser, time: CivilTime) =>
  clinic.server.as(person.token)(contract.book, { body: clinic.visit(date, time) })

const taken = async (browser?: Browser) =>
  browser
    ? (await browser.send('POST', '/api/check-conflict-time', { date, service_id: clinic.catalogue.serviceId })).body
        .appointment_times
    : (await clinic.server.as(null)(contract.unavailableTimes, { body: { date } })).appointment_times

const freeTimes = async (browser: Browser) => {
  const { body } = await browser.send('GET', `/api/availability?service_id=${clinic.catalogue.serviceId}&date=${date}`)
  return (body as { data: { days: { starts: { time: string }[] }[] } }).data.days[0]!.starts.map(({ time }) => time)
}

const visitsOn = async () =>
  (
    await clinic.server.db
      .selectFrom('appointments')
      .select('id')
      .where('appointment_date', '=', date)
      .where('status', '<>', 'cancelled')
      .execute()
  ).length

test('for ten minutes a reserved slot is free only to the browser that reserved it', async () => {
  const holder = newBrowser()
  const held = await hold(holder, '10:00:00')
  const until = new Date(clinic.server.clock.now.getTime() + 600_000).toISOString()
  expect([held.status, held.body]).toEqual([201, { data: { held_until: until, seconds_left: 600 } }])
  expect(await taken()).toEqual(['10:00:00'])
  expect(await taken(holder)).toEqual([])
  // Three browsers ask at once: identical requests share one response, but the browser with a reservation must get its
  // own.
  const answers = await Promise.all([freeTimes(newBrowser()), freeTimes(holder), freeTimes(newBrowser())])
  expect(answers.map((times) => times.includes('10:00:00'))).toEqual([false, true, false])
  await expectRefused(bookAs(people[0]!, '10:00:00'), 409, s.slotTaken)
  const desk = clinic.desk(contract.book, { body: clinic.visit(date, '10:00:00', people[0]!.id) })
  await expectRefused(desk, 409, s.slotTaken)
  expect((await hold(newBrowser(), '10:00:00')).body).toMatchObject({ code: 'slot_taken', message: s.slotTaken })
  after(10)
  expect(await taken()).toEqual([])
  expect(await freeTimes(newBrowser())).toContain('10:00:00')
  await bookAs(people[0]!, '10:00:00')
})

test('only staff see which times are reserved but not booked', async () => {
  await hold(newBrowser(), '10:00:00')
  await bookAs(people[0]!, '11:00:00')
  const asked = { body: { date } }
  expect(await clinic.desk(contract.unavailableTimes, asked)).toEqual({
    appointment_times: ['10:00:00', '11:00:00'],
    held_times: ['10:00:00'],
  })
  expect(await clinic.server.as(people[0]!.token)(contract.unavailableTimes, asked)).toEqual({
    appointment_times: ['10:00:00', '11:00:00'],
  })
})

test('booking a reserved slot ends the reservation', async () => {
  const holder = newBrowser(people[0])
  await hold(holder, '10:00:00')
  expect((await book(holder, '10:00:00')).status).toBe(201)
  expect(await taken()).toEqual(['10:00:00'])
  const { db, clock } = clinic.server
  const held = db.selectFrom('resource_slots').select('slot_at').where('held_until', '>', clock.now)
  expect(await held.execute()).toEqual([])
  expect(await db.selectFrom('holds').select('id').where('expires_at', '>', clock.now).execute()).toEqual([])
})

test('booking a different time releases the reserved slot', async () => {
  const holder = newBrowser(people[0])
  await hold(holder, '10:00:00')
  expect((await book(holder, '10:15:00')).status).toBe(422)
  expect((await book(holder, '14:00:00')).status).toBe(201)
  expect(await taken()).toEqual(['14:00:00'])
})

test('a browser can reserve one slot: reserving another, even an overlapping one, releases the first', async () => {
  const { db } = clinic.server
  const { serviceId } = clinic.catalogue
  await db.updateTable('services').set({ duration_minutes: 60 }).where('id', '=', serviceId).execute()
  const holder = newBrowser()
  await hold(holder, '10:00:00')
  expect((await hold(holder, '10:30:00')).status).toBe(201)
  expect(await taken()).toEqual(['10:30:00', '11:00:00'])
  await hold(holder, '15:00:00')
  expect(await taken()).toEqual(['15:00:00', '15:30:00'])
  await db.updateTable('services').set({ duration_minutes: 30 }).where('id', '=', serviceId).execute()
})

test('a browser whose new reservation fails keeps its earlier one', async () => {
  const holder = newBrowser()
  await hold(holder, '10:00:00')
  await bookAs(people[0]!, '11:00:00')
  expect((await hold(holder, '11:00:00')).status).toBe(409)
  expect(await taken(newBrowser())).toEqual(['10:00:00', '11:00:00'])
})

test('reserving the same slot again does not extend the reservation; after the reservation has expired the slot is reserved anew', async () => {
  const holder = newBrowser()
  const first = await hold(holder, '10:00:00')
  after(4)
  const second = (await hold(holder, '10:00:00')).body.data as { held_until: string; seconds_left: number }
  expect(second).toEqual({ held_until: (first.body.data as typeof second).held_until, seconds_left: 360 })
  after(6)
  expect((await hold(holder, '10:00:00')).body.data).toMatchObject({ seconds_left: 600 })
})

test('a browser can release only its own reservation', async () => {
  const [holder, other] = [newBrowser(), newBrowser()]
  await hold(holder, '10:00:00')
  await hold(other, '11:00:00')
  expect((await holder.send('DELETE', '/api/holds')).body).toEqual({ success: true })
  expect(await taken()).toEqual(['11:00:00'])
  await newBrowser().send('DELETE', '/api/holds')
  expect(await taken()).toEqual(['11:00:00'])
})

test('scripts cannot read the reservation secret, and the database stores only its hash', async () => {
  const holder = newBrowser()
  const { answer } = await hold(holder, '10:00:00')
  const cookie = answer.cookies.find(({ name }) => name === 'held_time')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api', maxAge: 600 })
  expect(cookie?.value).toMatch(/^[\w-]{32}$/)
  const rows = await clinic.server.db.selectFrom('holds').selectAll().execute()
  expect(JSON.stringify(rows.map((row) => row.key.toString('latin1')))).not.toContain(cookie?.value)
})

test('a slot reservation creates neither an appointment nor a log entry', async () => {
  const { db } = clinic.server
  const count = () =>
    db
      .selectFrom('events')
      .select((eb) => eb.fn.countAll<number>().as('all'))
      .executeTakeFirstOrThrow()
  const before = await count()
  await hold(newBrowser(), '10:00:00')
  expect(await count()).toEqual(before)
  expect(await visitsOn()).toBe(0)
  expect((await clinic.desk(contract.calendar, { querystring: { from: date, to: date } })).appointments).toEqual([])
})

test.each([
  ['past', '2026-11-20', s.pastDate, 422],
  ['too far ahead', '2028-01-10', s.beyondHorizon, 422],
] as const)('a slot on a date that is %s cannot be reserved', async (_, on, sentence, status) => {
  const { status: got, body } = await hold(newBrowser(), '10:00:00', on)
  expect([got, body.message]).toEqual([status, sentence])
})

test('of fifty people who book a reserved slot at once, only its holder succeeds', { timeout: 60_000 }, async () => {
  for (let round = 0; round < rounds(8); round++) {
    date = addDays(date, 1)
    const holder = newBrowser(people[0])
    await hold(holder, '10:00:00')
    const others = people.slice(1).map((person) =>
      bookAs(person, '10:00:00').then(
        () => 201,
        () => 409,
      ),
    )
    const [own, ...rest] = await Promise.all([book(holder, '10:00:00').then(({ status }) => status), ...others])
    expect(own).toBe(201)
    expect(rest.every((status) => status === 409)).toBe(true)
    expect(await visitsOn()).toBe(1)
  }
})

test('when a reservation expires while its holder and others try to get the slot, exactly one of them gets it', async () => {
  for (let round = 0; round < rounds(25); round++) {
    date = addDays(date, 1)
    const holder = newBrowser(people[0])
    await hold(holder, '10:00:00')
    after(10)
    const second = newBrowser(people[1])
    const outcomes = await Promise.all([
      book(holder, '10:00:00').then(({ status }) => status),
      hold(second, '10:00:00').then(({ status }) => (status === 201 ? 'held' : status)),
      ...people.slice(2, 12).map((person) =>
        bookAs(person, '10:00:00').then(
          () => 201,
          () => 409,
        ),
      ),
      ...(round % 2 ? [cleanUp(clinic.server.appDb, clinic.server.clock.now, clinic.server.uploadsDir)] : []),
    ])
    const won = outcomes.filter((outcome) => outcome === 201 || outcome === 'held')
    expect(won).toHaveLength(1)
    expect(await visitsOn()).toBe(won[0] === 201 ? 1 : 0)
    expect(await taken()).toEqual(['10:00:00'])
  }
})

test('browsers that swap their reserved slots at once cause no deadlock and no double reservation', async () => {
  const times = ['10:00:00', '10:30:00', '11:00:00', '11:30:00'] as const
  const browsers = times.map(() => newBrowser())
  for (let round = 0; round < rounds(20); round++) {
    const statuses = await Promise.all(
      browsers.map((browser, i) => hold(browser, times[(i + round) % times.length]!).then(({ status }) => status)),
    )
    for (const status of statuses) expect([201, 409]).toContain(status)
    if (round % 4 === 3) after(10)
  }
})

test('one IP address can reserve ten slots, and all visitors together half of a day; the other times can still be booked without a reservation', async () => {
  const one = await Promise.all(
    Array.from({ length: 20 }, (_, i) => hold(newBrowser(undefined, '192.0.2.1'), '10:00:00', addDays(date, i))),
  )
  expect(one.filter(({ body }) => (body.data as { held_until: string | null }).held_until !== null)).toHaveLength(10)
  after(11)
  const times = await freeTimes(newBrowser())
  const flood = await Promise.all(times.map((time) => hold(newBrowser(), time)))
  expect(flood.every(({ status }) => status === 201)).toBe(true)
  expect(await taken()).toHaveLength(Math.ceil(times.length / 2))
  const free = await freeTimes(newBrowser())
  expect(free).toHaveLength(times.length - Math.ceil(times.length / 2))
  await bookAs(people[0]!, free[0]!)
})

test('if the clinic has a second room, a time reserved in one room is still free in the other, and a visit can use the room of an expired reservation', async () => {
  const { db, clock } = clinic.server
  const room = await createResource(db, 'room', 'Second room')
  await hold(newBrowser(), '10:00:00')
  expect(await taken()).toEqual([])
  await bookAs(people[0]!, '10:00:00')
  expect(await taken()).toEqual(['10:00:00'])
  after(10)
  expect(await taken()).toEqual([])
  await bookAs(people[1]!, '10:00:00')
  expect(await visitsOn()).toBe(2)
  await cleanUp(clinic.server.appDb, clock.now, clinic.server.uploadsDir)
  expect(await visitsOn()).toBe(2)
  await db.updateTable('resources').set({ is_active: false }).where('id', '=', room).execute()
})

test('expired reservations and their slots are deleted', async () => {
  await hold(newBrowser(), '10:00:00')
  after(600)
  await cleanUp(clinic.server.appDb, clinic.server.clock.now, clinic.server.uploadsDir)
  const { db } = clinic.server
  expect(await db.selectFrom('holds').select('id').execute()).toEqual([])
  expect(await db.selectFrom('resource_slots').select('slot_at').where('hold_id', 'is not', null).execute()).toEqual([])
})
