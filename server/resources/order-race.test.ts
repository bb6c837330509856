import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import type { Tx } from '#server/db/pool.ts'
import { createResource } from '#server/test/factories.ts'
import { runWhileLocked } from '#server/test/run-while-locked.ts'
import { resourcesContract } from '#shared/resources/contract.ts'

let clinic: BookingClinic
/** The ids of the rooms in the order in which bookings lock them; the settings list the rooms in reverse order. */
let ids: string[]

beforeAll(async () => {
  clinic = await startBookingClinic({ poolSize: 8 })
  const { db } = clinic.server
  for (const position of [2, 3, 4]) await createResource(db, 'room', `Room ${position}`, position)
  const rooms = await db.selectFrom('resources').select('id').where('kind', '=', 'room').orderBy('id').execute()
  ids = rooms.map(({ id }) => id)
  for (const [index, id] of ids.entries())
    await db
      .updateTable('resources')
      .set({ position: ids.length - index })
      .where('id', '=', id)
      .execute()
})
afterAll(() => clinic.server.close())

const hold = (tx: Tx, id: string, nowait = false) =>
  sql`select id from resources where id = ${id} for key share ${nowait ? sql`nowait` : sql``}`.execute(tx)

const closing = {
  first_date: '2027-02-01',
  last_date: '2027-02-01',
  starts_at: '12:00:00',
  ends_at: '13:00:00',
  note: '',
  despite_visits: false,
}
const changes: Record<string, () => Promise<unknown>> = {
  'is moved up': () => clinic.admin(resourcesContract.move, { params: { id: ids[0]! }, body: { direction: 'up' } }),
  'is moved down': () =>
    clinic.admin(resourcesContract.move, { params: { id: ids.at(-1)! }, body: { direction: 'down' } }),
  'is added': () =>
    clinic.admin(resourcesContract.create, {
      body: { kind: 'room', name: 'Room 9', title: '', colour: '', is_active: 'true', service_ids: '[]', week: '[]' },
    }),
  'is closed with all others': () => clinic.admin(resourcesContract.closeRooms, { body: closing }),
}

test.each(Object.entries(changes))(
  'while a room %s, no booking causes a deadlock, because every transaction locks rooms in the order of their ids',
  async (_, change) => {
    const booking: Tx[] = []
    // The change begins when a booking has locked the first room.
    await runWhileLocked(clinic.server.db, {
      lock: async (tx) => {
        booking.push(tx)
        await hold(tx, ids[0]!)
      },
      work: change,
      // The other rooms can still be locked, because the change locks the first room first and still waits for it.
      meanwhile: async () => {
        for (const id of ids.slice(1)) await hold(booking[0]!, id, true)
      },
    })
    expect(booking).toHaveLength(1)
  },
)
