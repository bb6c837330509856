import { sql } from 'kysely'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import type { Caller } from '#server/test/server.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'
import { type ClientRow, clientsContract } from '#shared/clients/contract.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { mergesContract } from '#shared/merges/contract.ts'
import type { Sale } from '#shared/sales/contract.ts'

type Takes = Input<typeof mergesContract.merge>['body']['takes']
/** The choices of a merge in which the remaining record keeps all its own values. */
export const OWN_VALUES: Takes = {
  name: 'kept',
  email: 'kept',
  contact_number: 'kept',
  location: 'kept',
  photo: 'kept',
  note: 'kept',
}

/** For tests: a clinic in which an admin merges clients. */
export type MergeClinic = Till & {
  admin: Caller
  adminUser: TestUser
  /**
   * Merges the record of `other` into that of `kept`, both at their current version; by default all values of `kept`
   * stay.
   */
  merge: (kept: TestUser, other: TestUser, takes?: Partial<Takes>) => Promise<ClientRow>
  undo: (kept: TestUser) => Promise<ClientRow>
  last: (kept: TestUser) => Promise<{ id: string; name: string } | null>
  newClient: (name: string) => Promise<TestUser>
  /** Sells a Diamond peel to a client without an appointment. */
  buy: (client: TestUser) => Promise<Sale>
  /** Books a visit on a day of its own, so that visits do not overlap. */
  visitOf: (client: TestUser, status?: AppointmentStatus) => Promise<string>
  writeNote: (client: TestUser, note: string) => Promise<unknown>
  /** Every row about these people by table, without versions and modification times. */
  rowsOf: (...people: TestUser[]) => Promise<Record<string, object[]>>
}

/** Columns that change with every update, even when a merge is undone. */
const changing = ['version', 'note_version', 'updated_at']

async function rowsOf({ server: { db } }: Till, people: TestUser[]): Promise<Record<string, object[]>> {
  const persons = people.map((person) => person.id)
  const clients = people.map((person) => person.clientId!)
  const read = async (table: string, column: string, ids: string[]) => {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(t) - ${changing}::text[] as row from ${sql.table(table)} t
      where t.${sql.ref(column)} = any(${ids}::uuid[]) order by to_jsonb(t)::text`.execute(db)
    return rows.map(({ row }) => row)
  }
  return {
    people: await read('people', 'id', persons),
    accounts: await read('accounts', 'person_id', persons),
    clients: await read('clients', 'id', clients),
    appointments: await read('appointments', 'client_id', clients),
    client_services: await read('client_services', 'client_id', clients),
    waitlist_entries: await read('waitlist_entries', 'client_id', clients),
    walk_ins: await read('walk_ins', 'client_id', clients),
    documents: await read('documents', 'client_id', clients),
    consents: await read('consents', 'user_id', persons),
    news_choices: await read('news_choices', 'person_id', persons),
  }
}

export async function openMergeClinic(): Promise<MergeClinic> {
  const till = await openTill()
  const { db } = till.server
  const adminUser = await createUser(db, 'admin', { name: 'Dr. Isabel' })
  const admin = till.server.as(adminUser.token)
  const compare = async (kept: TestUser, other: TestUser) =>
    (await admin(mergesContract.compare, { params: { id: kept.clientId!, other_id: other.clientId! } })).data
  let days = 0
  const last = async (kept: TestUser) => (await admin(mergesContract.last, { params: { id: kept.clientId! } })).data
  return {
    ...till,
    admin,
    adminUser,
    last,
    merge: async (kept, other, takes = {}) => {
      const seen = await compare(kept, other)
      const body = { other_id: other.clientId!, other_version: seen.other.version, takes: { ...OWN_VALUES, ...takes } }
      const headers = { 'if-match': String(seen.kept.version) }
      return (await admin(mergesContract.merge, { params: { id: kept.clientId! }, body }, { headers })).data
    },
    undo: async (kept) => {
      const merge_id = (await last(kept))?.id ?? adminUser.id
      return (await admin(mergesContract.undo, { params: { id: kept.clientId! }, body: { merge_id } })).data
    },
    buy: (client) => till.send({ ...till.order([till.peel()]), user_id: client.id, customer_name: client.name }),
    visitOf: async (client, status) => {
      const id = await till.appointment(client, status)
      const starts_at = new Date(Date.UTC(2026, 10, 25 + days++))
      const ends_at = new Date(starts_at.getTime() + 1_800_000)
      await db.updateTable('appointments').set({ starts_at, ends_at }).where('id', '=', id).execute()
      return id
    },
    newClient: (name) => createUser(db, 'client', { name }),
    writeNote: (client, note) =>
      admin(clientsContract.changeNote, { params: { id: client.clientId! }, body: { note } }),
    rowsOf: (...people) => rowsOf(till, people),
  }
}
