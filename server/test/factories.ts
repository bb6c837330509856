import { createHash, randomBytes } from 'node:crypto'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { accountRow, personRow } from '#server/people/rows.ts'
import type { Role } from '#shared/people/role.ts'
import { searchable } from '#shared/lib/names.ts'
import type { ResourceKind } from '#shared/resources/free-starts.ts'

export type TestUser = { id: string; clientId: string | null; name: string; email: string; token: string }

type UserOptions = {
  name?: string
  email?: string
  now?: Date
  mustSetPassword?: boolean
  contactNumber?: string
  expiresAt?: Date
  /**
   * True for a client whom the clinic does not know yet. All other clients are known, so the limits for unknown clients
   * do not apply to them.
   */
  isUnknown?: boolean
}

const startOfTests = new Date('2026-11-01T09:00:00+08:00')
const farAway = new Date('2099-01-01T00:00:00Z')

/** Inserts a person with a session directly into the database, without hashing or log-in. */
export async function createUser(db: Database, role: Role, options: UserOptions = {}): Promise<TestUser> {
  const now = options.now ?? startOfTests
  const id = newId()
  const name = options.name ?? `${role} ${id.slice(-6)}`
  const email = options.email ?? `${role}-${id.slice(-12)}@example.ph`
  const contact = { email, contact_number: options.contactNumber ?? null }
  const account = { ...accountRow(id, role, { hash: null }, now), must_set_password: options.mustSetPassword ?? false }
  await db
    .insertInto('people')
    .values(personRow(id, { first_name: name }, contact, now))
    .execute()
  await db.insertInto('accounts').values(account).execute()
  const clientId = role === 'client' ? newId() : null
  if (clientId)
    await db
      .insertInto('clients')
      .values({ id: clientId, person_id: id, joined_at: now, proven_at: options.isUnknown ? null : now })
      .execute()
  const token = await createSession(db, id, options.expiresAt)
  return { id, clientId, name, email, token }
}

/** Gives a person a password; with `defaultUntil` a default password, which expires at that time. */
export async function givePassword(db: Database, userId: string, password: string, defaultUntil?: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      password_hash: await hashPassword(password),
      must_set_password: defaultUntil !== undefined,
      default_password_until: defaultUntil ?? null,
    })
    .where('id', '=', userId)
    .execute()
}

/** Adds a session of a person; returns its token. */
export async function createSession(db: Database, userId: string, expiresAt = farAway): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: userId,
      token_hash: createHash('sha256').update(token).digest(),
      created_at: startOfTests,
      // The times are in the far future for two reasons: setting up a second factor does not ask for the password
      // again, and calls do not update `last_used_at`, so that tests can count the statements of a call.
      password_at: farAway,
      last_used_at: farAway,
      expires_at: expiresAt,
    })
    .execute()
  return token
}

/** The only room of a new clinic. */
export const MAIN_ROOM_ID = '01900000-0000-7000-8000-000000000001'

/** Adds a room, practitioner or device to the clinic's branch; returns its id. */
export async function createResource(db: Database, kind: ResourceKind, name: string, position = 9): Promise<string> {
  const id = newId()
  await db.insertInto('resources').values({ id, branch_id: MAIN_BRANCH_ID, kind, name, position }).execute()
  return id
}

/** Resets a clinic to its one room, without visits, closed dates or requirements of services. */
export async function emptyBookings(db: Database): Promise<void> {
  for (const table of [
    'resource_slots',
    'resource_hours',
    'resource_exceptions',
    'service_resources',
    'appointments',
    'disabled_dates',
  ] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('resources').where('id', '<>', MAIN_ROOM_ID).execute()
}

/** Links a practitioner's account to the practitioner's resource. The account then sees the visits of this resource. */
export const linkPractitioner = (db: Database, userId: string, practitioner_id: string) =>
  db.updateTable('accounts').set({ practitioner_id }).where('id', '=', userId).execute()

/** Assigns people, rooms and devices to a service. */
export const assignResources = (db: Database, service_id: string, ...resources: string[]) =>
  db
    .insertInto('service_resources')
    .values(resources.map((resource_id) => ({ service_id, resource_id })))
    .execute()

/** Sets a service's length and requirements by database columns. */
export const setService = (
  db: Database,
  id: string,
  values: {
    duration_minutes?: number
    buffer_before_minutes?: number
    buffer_after_minutes?: number
    minimum_notice_minutes?: number | null
    horizon_days?: number | null
    rebook_after_days?: number
    bookable_online?: boolean
  },
) => db.updateTable('services').set(values).where('id', '=', id).execute()

/** Sets the hours of a weekday (0 is Sunday) in local times `HH:mm`; an end that is not later is on the next day. */
export const setHours = (db: Database, weekday: number, opens_at: string, closes_at: string) =>
  db.updateTable('opening_hours').set({ opens_at, closes_at, is_open: true }).where('weekday', '=', weekday).execute()

/** A name with its search text. */
const named = (name: string) => ({ name, search_text: searchable(name) })

export type TestCatalogue = {
  treatmentId: string
  serviceId: string
  otherServiceId: string
  addOnId: string
  otherTreatmentId: string
  otherTreatmentServiceId: string
}

/**
 * Two treatments: "Facials" with services of ₱1,500 and ₱2,500.50 and an add-on of ₱350, and "Laser" with one of
 * ₱5,000.
 */
export async function createCatalogue(db: Database, now = startOfTests): Promise<TestCatalogue> {
  const ids = {
    treatmentId: newId(),
    serviceId: newId(),
    otherServiceId: newId(),
    addOnId: newId(),
    otherTreatmentId: newId(),
    otherTreatmentServiceId: newId(),
  }
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('treatments')
    .values([
      { id: ids.treatmentId, ...named('Facials'), ...times },
      { id: ids.otherTreatmentId, ...named('Laser'), ...times },
    ])
    .execute()
  const service = (id: string, treatment_id: string, name: string, price_centavos: number) =>
    ({ id, treatment_id, ...named(name), price_centavos, ...times }) as const
  await db
    .insertInto('services')
    .values([
      service(ids.serviceId, ids.treatmentId, 'Diamond peel', 150_000),
      service(ids.otherServiceId, ids.treatmentId, 'Hydra glow', 250_050),
      service(ids.otherTreatmentServiceId, ids.otherTreatmentId, 'Carbon peel', 500_000),
    ])
    .execute()
  await db
    .insertInto('add_ons')
    .values({ id: ids.addOnId, treatment_id: ids.treatmentId, ...named('LED light'), price_centavos: 35_000, ...times })
    .execute()
  return ids
}

/** Adds a closed waitlist entry for the mornings of December 1 to 5, whose offer of December 2, 9:00 AM has expired. */
export async function addToWaitlist(
  db: Database,
  { id: userId, clientId }: TestUser,
  serviceId: string,
  further_services: string[] = [],
): Promise<string> {
  const [id, at] = [newId(), startOfTests]
  const ends_at = new Date(at.getTime() + 1_800_000)
  const wish = { first_date: '2026-12-01', last_date: '2026-12-05', day_parts: ['morning'] }
  await db
    .insertInto('waitlist_entries')
    .values({
      id,
      branch_id: MAIN_BRANCH_ID,
      client_id: clientId!,
      service_id: serviceId,
      further_services,
      ...wish,
      state: 'expired',
      counts_since: at,
      created_by: userId,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await db
    .insertInto('waitlist_offers')
    .values({
      id: newId(),
      entry_id: id,
      starts_at: new Date('2026-12-02T09:00:00+08:00'),
      hold_key: randomBytes(32),
      state: 'lapsed',
      made_at: at,
      ends_at,
      ended_at: ends_at,
    })
    .execute()
  return id
}

/** Adds a walk-in of a date who has left the queue again. Each walk-in gets the next queue number. */
export async function addToQueue(
  db: Database,
  { id: userId, clientId }: TestUser,
  serviceId: string,
  date = '2026-11-20',
): Promise<string> {
  const id = newId()
  const { count } = await db
    .selectFrom('walk_ins')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('walk_ins')
    .values({
      id,
      branch_id: MAIN_BRANCH_ID,
      business_date: date,
      number: count + 1,
      client_id: clientId!,
      service_id: serviceId,
      state: 'left',
      created_by: userId,
      created_at: startOfTests,
      updated_at: startOfTests,
    })
    .execute()
  return id
}
