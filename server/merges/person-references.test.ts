import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToQueue, putOnWaitlist } from '#server/test/factories.ts'
import { openMergeClinic, type MergeClinic } from './merge-fixture.ts'

/**
 * Columns that refer to a client's record and move with a merge. The database refuses new rows of a merged record in
 * them.
 */
const moves = [
  'appointments.client_id',
  'client_services.client_id',
  'documents.client_id',
  'waitlist_entries.client_id',
  'walk_ins.client_id',
]

/** All other columns that refer to a person, and why a merge does not change them. */
const stays: Record<string, string> = {
  'accounts.person_id': 'the account is the person’s own; it is closed with the record',
  'clients.person_id': 'the record itself, which is marked',
  'clients.merged_into': 'the mark',
  'client_merges.kept_id': 'tells of the merge',
  'client_merges.merged_id': 'as above',
  'client_merges.merged_by': 'who of the staff did it',
  'client_merges.undone_by': 'as above',
  'client_cards.client_id': 'the card is found under the record that stays',
  'appointments.created_by': 'who did it, under the account of that time',
  'appointments.cancelled_by': 'as above',
  'waitlist_entries.created_by': 'as above',
  'walk_ins.created_by': 'as above',
  'book_checks.checked_by': 'as above',
  'approval_pins.account_id': 'of staff; a client has none',
  'approvals.approver_id': 'who of the staff did it',
  'approvals.requested_by': 'as above',
  'cash_movements.moved_by': 'as above',
  'closure_requests.decided_by': 'as above',
  'documents.cashier_id': 'as above',
  'reading_prints.printed_by': 'as above',
  'shifts.cashier_id': 'as above',
  'shifts.closed_by': 'as above',
  'shifts.opened_by': 'as above',
  'z_readings.closed_by': 'as above',
  'events.user_id': 'as above; the log is never changed, and the export reads both',
  'receipt_prints.printed_by': 'as above',
  'booklet_numbers.entered_by': 'as above',
  'closure_requests.user_id': 'an open one stops the merge; the export reads those of both',
  'consents.user_id': 'given with that account and never changed; the export reads those of both',
  'news_choices.person_id': 'never changed; what was said last with either record holds',
  'news_choices.chosen_by': 'who did it, under the account of that time',
  'calendar_feeds.created_by': 'who of the staff did it',
  'email_links.person_id': 'shows that an address is theirs; it leaves with the address',
  'phone_codes.person_id': 'as above, of a number',
  'invitations.person_id': 'of staff, who are in no merge',
  'invitations.invited_by': 'who did it, under the account of that time',
  'idempotency_keys.user_id': 'the answer to a call of that account',
  'registration_tries.client_id': 'an address beside an account, kept for an hour',
  'reset_links.user_id': 'ended: closing a person voids the link',
  'sessions.user_id': 'ended by the merge',
}

let clinic: MergeClinic
beforeAll(async () => {
  clinic = await openMergeClinic()
})
afterAll(() => clinic.server.close())

/** Columns with a foreign key to people, accounts or clients, read from the database's catalogue. */
async function references(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select k.conrelid::regclass || '.' || a.attname as name
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
    where k.contype = 'f' and k.confrelid in ('people'::regclass, 'accounts'::regclass, 'clients'::regclass)
    order by 1`.execute(clinic.server.db)
  return rows.map(({ name }) => name)
}

const unheardOf = async () => (await references()).filter((name) => !moves.includes(name) && !(name in stays))

test('of every column that names a person it is known whether a merge moves it', async () => {
  expect(await unheardOf()).toEqual([])
  const known = await references()
  expect([...moves, ...Object.keys(stays)].filter((name) => !known.includes(name))).toEqual([])
})

test('a new table about people that a merge does not know is found', async () => {
  const owner = new pg.Client({ connectionString: clinic.server.database.ownerUrl })
  await owner.connect()
  try {
    await owner.query('create table allergies (id uuid primary key, patient uuid references clients)')
    expect(await unheardOf()).toEqual(['allergies.patient'])
    await owner.query('drop table allergies')
  } finally {
    await owner.end()
  }
})

test('a merge leaves nothing of what moves with the record that was merged, and nothing new can hang on it', async () => {
  const { client, otherClient, server, send, order, peel, appointment } = clinic
  await appointment(otherClient)
  await putOnWaitlist(server.db, otherClient, clinic.catalogue.serviceId)
  await addToQueue(server.db, otherClient, clinic.catalogue.serviceId)
  await send({ ...order([peel()]), user_id: otherClient.id, customer_name: otherClient.name })
  const countOf = async (name: string) => {
    const [table, column] = name.split('.') as [string, string]
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${otherClient.clientId}`.execute(server.db)
    return rows[0]!.count
  }
  for (const name of moves) expect(await countOf(name), name).toBeGreaterThan(0)
  await clinic.merge(client, otherClient)
  for (const name of moves) expect(await countOf(name), name).toBe(0)
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  try {
    for (const name of moves) {
      const [table, column] = name.split('.') as [string, string]
      const copies = await owner.query<{ columns: string }>(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const columns = copies.rows[0]!.columns
      const values = columns
        .split(', ')
        .map((found) => (found === column ? '$1::uuid' : found))
        .join(', ')
      const copy = `insert into ${table} (${columns}) select ${values} from ${table} limit 1`
      await expect(owner.query(copy, [otherClient.clientId]), name).rejects.toMatchObject({
        constraint: 'clients__merged',
      })
    }
  } finally {
    await owner.end()
  }
})
