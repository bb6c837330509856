import { sql, type Insertable, type Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { Appointments } from '#server/db/schema.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'

type NewAppointment = Omit<Insertable<Appointments>, 'station_id' | 'version' | 'status'>

/** Active stations that are free at an instant, in their order. A guess that saves work: the slot rows decide. */
export const freeStations = async (tx: Tx, slotAt: Date): Promise<string[]> =>
  (
    await tx
      .selectFrom('stations')
      .select('id')
      .where('is_active', '=', true)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('appointment_slots')
              .select('slot_at')
              .whereRef('appointment_slots.station_id', '=', 'stations.id')
              .where('slot_at', '=', slotAt),
          ),
        ),
      )
      .orderBy('position')
      .orderBy('id')
      .execute()
  ).map((row) => row.id)

/** The columns of a new appointment, in the order of the values that `insertWithSlot` selects. */
const columns = [
  'id',
  'client_id',
  'treatment_id',
  'service_id',
  'appointment_date',
  'appointment_time',
  'starts_at',
  'contact_number',
  'created_by',
  'created_at',
  'updated_at',
] as const

/**
 * Takes the station's slot and writes the appointment in one statement. False, and nothing is written, when the slot is
 * taken; waits for whoever is just taking it. The primary key of the slot rows is the judge.
 */
export async function insertWithSlot(tx: Tx, row: NewAppointment, stationId: string): Promise<boolean> {
  const written = await tx
    .with('held', (query) =>
      query
        .insertInto('appointment_slots')
        .values({ station_id: stationId, slot_at: row.starts_at, appointment_id: row.id })
        .onConflict((conflict) => conflict.doNothing())
        .returning('station_id'),
    )
    .insertInto('appointments')
    .columns([...columns, 'station_id'])
    .expression(
      sql`select ${sql.join([
        sql`${row.id}::uuid`,
        sql`${row.client_id}::uuid`,
        sql`${row.treatment_id}::uuid`,
        sql`${row.service_id}::uuid`,
        sql`${row.appointment_date}::date`,
        sql`${row.appointment_time}::time`,
        sql`${row.starts_at}::timestamptz`,
        sql`${row.contact_number ?? null}::text`,
        sql`${row.created_by}::uuid`,
        sql`${row.created_at}::timestamptz`,
        sql`${row.updated_at}::timestamptz`,
      ])}, held.station_id from held`,
    )
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** False when the slot is taken; waits for whoever is just taking it. */
export const insertSlot = async (
  tx: Tx,
  slot: { station_id: string; slot_at: Date; appointment_id: string },
): Promise<boolean> =>
  (await tx
    .insertInto('appointment_slots')
    .values(slot)
    .onConflict((conflict) => conflict.doNothing())
    .returning('appointment_id')
    .executeTakeFirst()) !== undefined

export const deleteSlots = (tx: Tx, appointmentId: string) =>
  tx.deleteFrom('appointment_slots').where('appointment_id', '=', appointmentId).execute()

/** Changes the row that was seen and counts its version up; false when someone was faster. */
export async function updateSeen(
  tx: Tx,
  seen: { id: string; version: number },
  values: Updateable<Appointments> & { status: AppointmentStatus; updated_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('appointments')
    .set({ ...values, version: seen.version + 1 })
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The appointment with whose it is and whether it is paid, held until the end of the transaction. */
export const lockedForPayment = (tx: Tx, id: string) =>
  tx
    .selectFrom('appointments')
    .select(({ selectFrom, exists }) => [
      'appointments.id',
      'appointments.client_id',
      'appointments.status',
      'appointments.version',
      exists(
        selectFrom('appointment_payments')
          .select('sale_id')
          .whereRef('appointment_payments.appointment_id', '=', 'appointments.id'),
      ).as('is_paid'),
    ])
    .where('appointments.id', '=', id)
    .forUpdate('appointments')
    .executeTakeFirst()
