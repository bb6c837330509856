import { sql, type Insertable, type Updateable } from 'kysely'
import { executeAhead } from '#server/db/pipeline.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Appointments } from '#server/db/schema.ts'
import { NOT_BEGUN_STATUSES, type AppointmentStatus } from '#shared/appointments/status.ts'
import { dayNumber, type CivilDate } from '#shared/lib/manila-time.ts'

/** Writes a visit and returns its row. */
export const insertAppointment = (tx: Tx, row: Insertable<Appointments>) =>
  tx.insertInto('appointments').values(row).returningAll()

/** Sets the practitioner of a visit that was just inserted. */
export const setPractitioner = (tx: Tx, id: string, practitionerId: string | null) =>
  tx.updateTable('appointments').set({ practitioner_id: practitionerId }).where('id', '=', id).execute()

type FurtherService = { service_id: string; duration_minutes: number; practitioner_id: string | null }

/** Inserts the services of a visit after its first, in order; usually there are none. */
export async function insertFurtherServices(tx: Tx, id: string, services: readonly FurtherService[]): Promise<void> {
  if (services.length === 0) return
  await tx
    .insertInto('appointment_services')
    .values(
      services.map(({ service_id, duration_minutes: minutes, practitioner_id }, i) => ({
        appointment_id: id,
        position: i + 2,
        service_id,
        minutes,
        practitioner_id,
      })),
    )
    .execute()
}

/** Replaces the services of a visit after its first. */
export async function replaceFurtherServices(tx: Tx, id: string, services: readonly FurtherService[]): Promise<void> {
  await tx.deleteFrom('appointment_services').where('appointment_id', '=', id).execute()
  await insertFurtherServices(tx, id, services)
}

/** Sets the practitioner of each service after the first, in order. */
export const setFurtherPractitioners = (tx: Tx, id: string, people: readonly (string | null)[]) =>
  sql`update appointment_services set practitioner_id = people.id
    from unnest(${people}::uuid[]) with ordinality people (id, place)
    where appointment_id = ${id} and position = people.place + 1`.execute(tx)

/**
 * Updates the row if its version is unchanged, and raises the version. Returns false when somebody else has changed the
 * row. A change that is an answer of the clinic (the default) also ends the expiry of an unknown client's visit.
 */
export async function updateIfUnchanged(
  tx: Tx,
  seen: { id: string; version: number },
  values: Updateable<Appointments> & { status: AppointmentStatus; updated_at: Date },
  { isAnswer = true }: { isAnswer?: boolean } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('appointments')
    .set({
      ...(isAnswer && { lapses_at: null, address_hash: null }),
      last_change: null,
      ...values,
      version: seen.version + 1,
    })
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets or clears when a client arrived. The version stays the same, because no status depends on the arrival. */
export const updateArrival = (tx: Tx, id: string, arrived_at: Date | null) =>
  tx.updateTable('appointments').set({ arrived_at }).where('id', '=', id).execute()

/** Writes the staff's note about a visit, or deletes it (null). The note has a version of its own. */
export const updateNote = (tx: Tx, id: string, note: string | null) =>
  tx
    .updateTable('appointments')
    .set({ note, note_version: sql<number>`note_version + 1` })
    .where('id', '=', id)
    .execute()

/** The version of a note that nobody has written since the visit was added. */
export const FIRST_NOTE_VERSION = 1

/** Writes the note of a visit that was just imported. Its version stays the first one, `FIRST_NOTE_VERSION`. */
export const addImportedNote = (tx: Tx, id: string, note: string) =>
  tx.updateTable('appointments').set({ note }).where('id', '=', id).execute()

/** Locks an appointment until the transaction ends, so that later reads in this transaction see its current row. */
export const lockAppointment = (tx: Tx, id: string) =>
  tx.selectFrom('appointments').select('version').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/**
 * Raises the version, so that a form opened before becomes stale. `updated_at` of a cancelled visit stays, because it
 * is the time of the cancellation, by which deposits are given back or kept.
 */
export const raiseVersion = (tx: Tx, id: string, now: Date): Promise<void> =>
  executeAhead(
    tx,
    tx
      .updateTable('appointments')
      .set({
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`case when status = 'cancelled' then updated_at else ${now} end`,
      })
      .where('id', '=', id)
      .compile(),
  )

/** Locks the appointment until the transaction ends. Returns its client and whether it is paid. */
export const lockForPayment = (tx: Tx, id: string) =>
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

/** Locks the client's record until the transaction ends. Bookings and merges lock it first too, to avoid deadlocks. */
export const lockClient = (tx: Tx, clientId: string) =>
  tx.selectFrom('clients').select('id').where('id', '=', clientId).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Locks a client's record exclusively: nobody books for this client until the transaction ends. */
export const lockClientExclusively = (tx: Tx, clientId: string) =>
  tx.selectFrom('clients').select('id').where('id', '=', clientId).forUpdate().executeTakeFirst()

/** Locks a client's future visits until the transaction ends and returns them by time. */
export const lockUpcomingAppointments = async (tx: Tx, clientId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('appointments')
      .select('id')
      .where('client_id', '=', clientId)
      .where('status', 'in', NOT_BEGUN_STATUSES)
      .orderBy('starts_at')
      .orderBy('id')
      .forUpdate()
      .execute()
  ).map((row) => row.id)

/** Locks those of the given appointments that are pending, until the transaction ends, and returns them by time. */
export const lockRequests = async (tx: Tx, branchId: string, ids: readonly string[]): Promise<string[]> =>
  (
    await tx
      .selectFrom('appointments')
      .select('id')
      .where('id', 'in', ids)
      .where('branch_id', '=', branchId)
      .where('status', '=', 'pending')
      .orderBy('starts_at')
      .orderBy('id')
      .forUpdate()
      .execute()
  ).map((row) => row.id)

/**
 * Locks expired, unconfirmed first visits and returns their ids. Rows that another transaction has locked are skipped.
 */
export const lockExpiredFirstVisits = async (tx: Tx, now: Date, limit: number): Promise<string[]> =>
  (
    await tx
      .selectFrom('appointments')
      .select('id')
      .where('lapses_at', '<=', now)
      .orderBy('lapses_at')
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
  ).map((row) => row.id)

/** Returns whether a visit has a deposit that is not paid. Such a visit expires, whoever its client is. */
export const hasUnpaidDeposit = async (tx: ReadTx, appointmentId: string): Promise<boolean> =>
  (await tx
    .selectFrom('deposits')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .where('account_id', 'is', null)
    .executeTakeFirst()) !== undefined

/** Returns whether a visit's deposit was paid, given back or kept at the time `since` or later. */
export const hasSettledDepositSince = async (tx: ReadTx, appointmentId: string, since: Date): Promise<boolean> =>
  (await tx
    .selectFrom('deposits')
    .innerJoin('prepaid_sales', 'prepaid_sales.account_id', 'deposits.account_id')
    .leftJoin('prepaid_voids', 'prepaid_voids.account_id', 'deposits.account_id')
    .select('deposits.id')
    .where('deposits.appointment_id', '=', appointmentId)
    .where(({ or, eb }) => or([eb('prepaid_sales.sold_at', '>=', since), eb('prepaid_voids.voided_at', '>=', since)]))
    .executeTakeFirst()) !== undefined

/** Locks a client and one of their visits, in the order in which a sale locks them. */
export async function lockClientAndAppointment(tx: Tx, { clientId, id }: { clientId: string; id: string }) {
  await lockClient(tx, clientId)
  await lockAppointment(tx, id)
}

/**
 * Removes the expiry of a client's first visits, because the client has become known. A visit whose deposit is not paid
 * still expires.
 */
export const keepFirstVisits = (tx: Tx, clientId: string) =>
  tx
    .updateTable('appointments')
    .set({ lapses_at: null, address_hash: null })
    .where('client_id', '=', clientId)
    .where('lapses_at', 'is not', null)
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('deposits').select('appointment_id').where('account_id', 'is', null),
    )
    .execute()

/** The first key of the advisory lock that serializes first visits from one IP address. */
const ADDRESS_LOCK = 7_003

export const lockAddress = (tx: Tx, address: Buffer) =>
  sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}, ${address.readInt32BE(0)})`.execute(tx)

/** The first key of the advisory lock that serializes checks of the unknown clients' share of a date. */
const SHARE_LOCK = 7_006

export const lockShareOfDate = (tx: Tx, date: CivilDate) =>
  sql`select pg_advisory_xact_lock(${SHARE_LOCK}, ${dayNumber(date)})`.execute(tx)

/** An unconfirmed first visit of an unknown client; the hash is in hex. */
export type FirstVisit = { id: string; lapses_at: string; address_hash: string | null }

export const firstVisitsOf = async (tx: Tx, clientId: string): Promise<FirstVisit[]> =>
  (
    await tx
      .selectFrom('appointments')
      .select(['id', 'lapses_at', 'address_hash'])
      .where('client_id', '=', clientId)
      .where('lapses_at', 'is not', null)
      .orderBy('id')
      .execute()
  ).map((row) => ({
    id: row.id,
    lapses_at: row.lapses_at!.toISOString(),
    address_hash: row.address_hash && row.address_hash.toString('hex'),
  }))

/** For how long a first visit stays reserved if its expiry passed while it had none. */
const RESTORED_HOURS = 24

/**
 * Restores the expiry of a first visit, unless the clinic has answered the request meanwhile. If that time has passed,
 * the visit expires 24 hours from now, at the latest at its start, because no screen has shown since the merge that the
 * visit would expire.
 */
export const restoreExpiry = (tx: Tx, { id, lapses_at, address_hash }: FirstVisit, now: Date) =>
  tx
    .updateTable('appointments')
    .set({
      lapses_at:
        new Date(lapses_at) > now
          ? new Date(lapses_at)
          : sql<Date>`least(starts_at, ${now}::timestamptz + make_interval(hours => ${RESTORED_HOURS}))`,
      address_hash: address_hash === null ? null : Buffer.from(address_hash, 'hex'),
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()

/** Deletes a visit together with its further services. Fails if a record, such as a sale, refers to the visit. */
export async function deleteAppointment(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('appointment_services').where('appointment_id', '=', id).execute()
  await tx.deleteFrom('appointments').where('id', '=', id).execute()
}
