import { sql, type RawBuilder } from 'kysely'
import { matchesPersonSearch, likePattern } from '#server/db/search-conditions.ts'
import { exportedColumns } from '#server/db/personal-data/statements.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import { firstOf, prepared } from '#server/db/prepared.ts'
import type { Role } from '#shared/people/role.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { doubleTerms } from '#shared/people/name-search.ts'

/** A person with the account's values; undefined if unknown or closed. */
export const personById = (tx: ReadTx, id: string) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).where('closed_at', 'is', null).executeTakeFirst()

/**
 * The person who is reached by an e-mail (trimmed, lower case) or logs in with it; if there is none, the person who
 * registered with it last. Closed accounts do not count.
 */
export const personByEmail = (tx: ReadTx, email: string) =>
  tx
    .selectFrom('users')
    .selectAll()
    .where(({ eb, or }) => or([eb('email', '=', email), eb('log_in_email', '=', email)]))
    .orderBy('email_is_second')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * People who log in with an e-mail. While an e-mail changed by staff is unconfirmed, the previous one is the log-in.
 */
const peopleWhoLogInWith = (tx: ReadTx, email: string) =>
  tx
    .selectFrom('users')
    .selectAll()
    .where(({ eb, or, and }) =>
      or([and([eb('email', '=', email), eb('email_waits', '=', false)]), eb('log_in_email', '=', email)]),
    )

/** The person who gets a password link at an e-mail: its holder, else the person who registered with it last. */
export const personByLogIn = (tx: ReadTx, email: string) =>
  peopleWhoLogInWith(tx, email).orderBy('email_is_second').orderBy('created_at', 'desc').limit(1).executeTakeFirst()

/**
 * The people who may log in with an e-mail: first the latest who registered with it although it was in use, then its
 * holder.
 */
export const peopleByLogIn = (tx: ReadTx, email: string) =>
  peopleWhoLogInWith(tx, email)
    .distinctOn(['email_is_second', 'email_waits'])
    .orderBy('email_is_second', 'desc')
    .orderBy('email_waits', 'desc')
    .orderBy('created_at', 'desc')
    .execute()

const admins = (tx: ReadTx) =>
  tx
    .selectFrom('accounts')
    .innerJoin('people', 'people.id', 'accounts.person_id')
    .select('people.id')
    .where('role', '=', 'admin')
    .where('closed_at', 'is', null)
    .orderBy('people.id')

/** The ids of the people who are admins. */
export const adminIds = async (tx: ReadTx): Promise<string[]> => (await admins(tx).execute()).map(({ id }) => id)

/** The ids of the admins who want an e-mail with the figures of each day. */
export const idsWithDailySummary = async (tx: ReadTx): Promise<string[]> =>
  (await admins(tx).where('wants_daily_summary', '=', true).execute()).map(({ id }) => id)

/** The values of a person's own record for the data export; undefined if closed. Staff have no client record. */
export const exportedProfile = (tx: ReadTx, personId: string) =>
  tx
    .selectFrom('people')
    .innerJoin('accounts', 'accounts.person_id', 'people.id')
    .leftJoin('clients', 'clients.person_id', 'people.id')
    .select([...exportedColumns('people'), ...exportedColumns('accounts'), ...exportedColumns('clients')])
    .select([
      'people.photo_path',
      sql<Date>`greatest(people.updated_at, accounts.updated_at)`.as('account_changed_at'),
      sql<boolean>`accounts.password_hash is not null`.as('has_password'),
    ])
    .where('people.id', '=', personId)
    .where('people.closed_at', 'is', null)
    .executeTakeFirst()

/** The person who has this photo. */
export const personOfPhoto = (tx: ReadTx, name: string) =>
  tx.selectFrom('people').select('id').where('photo_path', '=', name).where('closed_at', 'is', null).executeTakeFirst()

export const anyAdmin = (tx: ReadTx) =>
  tx
    .selectFrom('accounts')
    .innerJoin('people', 'people.id', 'accounts.person_id')
    .select('accounts.id')
    .where('accounts.role', '=', 'admin')
    .where('people.closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()

/** The id of the practitioner who logs in with an account; null for other accounts. */
export const practitionerOf = async (tx: ReadTx, userId: string): Promise<string | null> =>
  (await tx.selectFrom('users').select('practitioner_id').where('id', '=', userId).executeTakeFirst())
    ?.practitioner_id ?? null

/** The id of the client record of a person. */
export const clientIdOf = (tx: ReadTx, personId: string) =>
  tx.selectFrom('clients').select('id').where('person_id', '=', personId).executeTakeFirst()

/** The staff's note about a client. */
export const noteOf = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('clients')
    .select(['note as text', 'note_version as version'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()

/** The id of the person to whom a client record belongs. */
export const personIdOf = (tx: ReadTx, clientId: string) =>
  tx.selectFrom('clients').select('person_id').where('id', '=', clientId).executeTakeFirst()

const clientsWithPerson = (tx: Pick<ReadTx, 'selectFrom'>, personId: string) =>
  tx
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .select([
      'clients.id as client_id',
      'clients.proven_at',
      'users.id',
      'users.name',
      'users.first_name',
      'users.middle_name',
      'users.last_name',
      'users.suffix',
      'users.email',
      'users.email_is_second',
      'users.role',
      'users.contact_number',
      isVerified('users.id').as('is_verified'),
    ])
    .where('users.id', '=', personId)
    .where('users.role', '=', 'client')
    .where('users.closed_at', 'is', null)

/** The client record of a person who is neither closed nor staff. */
export const clientOf = (tx: ReadTx, personId: string) => clientsWithPerson(tx, personId).executeTakeFirst()

/**
 * In SQL, the id of a person's account; null for somebody without a log-in, such as a walk-in client. `personId` may be
 * a placeholder of a prepared statement.
 */
export const accountOf = (personId: unknown): RawBuilder<string | null> =>
  sql<string | null>`(select person_id from accounts where person_id = ${personId})`

/** Reads a person's e-mail and number, and when each was confirmed. */
export const verifiedContact = (tx: ReadTx, personId: string) =>
  tx
    .selectFrom('people')
    .select(['email', 'contact_number', 'email_verified_at', 'phone_verified_at'])
    .where('id', '=', personId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()

/** True if the person has confirmed an e-mail or number. */
export const isVerified = (column: string) => sql<boolean>`exists (select from people verified
  where verified.id = ${sql.ref(column)}
    and (verified.email_verified_at is not null or verified.phone_verified_at is not null))`

/** How a client's record is locked: against merges only, or against all other writers. */
export type ClientLock = 'against-merge' | 'for-update'

/**
 * Reads a client like `clientOf` and locks the record; undefined for a record that was merged while waiting for the
 * lock.
 */
export const lockClientOf = (tx: Tx, personId: string, lock: ClientLock) =>
  firstOf(tx, lockedClient({ personId }, lock))

const lockedClient = prepared((db, { personId }: { personId: string }, lock) => {
  const client = clientsWithPerson(db, personId).where('clients.merged_into', 'is', null)
  return lock === 'against-merge' ? client.forKeyShare('clients') : client.forNoKeyUpdate('clients')
})

const MOST_SIMILAR = 5

/**
 * Clients who may be the person with this name and number, likeliest first: the same number, a similar name, or a name
 * that lacks words of the other (a middle name, a suffix). Each of these conditions uses an index; `setNameSimilarity`
 * sets the threshold of `%`.
 */
export async function similarClients(
  tx: ReadTx,
  { name, number }: { name: string; number: string | null },
): Promise<SimilarClient[]> {
  const { key, needed, allowed } = doubleTerms(name)
  const { rows } = await sql<SimilarClient>`
    select people.id as user_id, clients.id as client_id, people.name, people.email, people.contact_number,
      clients.last_visit, people.email_is_second as is_second
    from people join clients on clients.person_id = people.id
    where people.closed_at is null
      and (people.contact_normalised = ${number} or people.name_search % ${key} or ${hasWordsOf(needed, allowed)})
      and not exists (select from accounts where accounts.person_id = people.id and accounts.role <> 'client')
    order by people.email_is_second, coalesce(people.contact_normalised = ${number}, false) desc,
      similarity(people.name_search, ${key}) desc,
      clients.last_seen desc, people.id
    limit ${MOST_SIMILAR}`.execute(tx)
  return rows
}

/** True if two names have the same first and last word, and one contains all words of the other. */
function hasWordsOf(needed: readonly string[], allowed: readonly string[]) {
  if (needed.length < 2) return sql<boolean>`false`
  const words = sql`string_to_array(people.name_search, ' ')`
  return sql<boolean>`(people.name_search like ${likePattern(needed[0]!)}
    and people.name_search like ${likePattern(needed.at(-1)!)}
    and ${words} @> ${[needed[0]!, needed.at(-1)!]}::text[]
    and (${words} @> ${needed}::text[] or ${words} <@ ${allowed}::text[]))`
}

type SimilarClient = {
  user_id: string
  client_id: string
  name: string
  email: string | null
  contact_number: string | null
  last_visit: CivilDate | null
  is_second: boolean
}

type PersonFilter = {
  search: string
  role: Role | undefined
  /** True to include closed people. */
  closed: boolean
  /** Only people with these ids. */
  among?: readonly string[] | undefined
}

/**
 * SQL condition that is true if a person of the `users` view is not staff. The condition looks up the few staff by an
 * index. With a condition on each row's role PostgreSQL would expect few clients, and read all of them for one page.
 */
export const isClient = sql<boolean>`not exists (select from accounts where accounts.person_id = users.id and accounts.role <> 'client')`

function filtered(tx: ReadTx, { search, role, closed, among }: PersonFilter) {
  let people = tx.selectFrom('users')
  if (!closed) people = people.where('users.closed_at', 'is', null)
  if (among) people = people.where(sql<boolean>`users.id = any(${among}::uuid[])`)
  if (role === 'client') people = people.where(isClient)
  else if (role)
    people = people.where('users.id', 'in', ({ selectFrom }) =>
      selectFrom('accounts').select('person_id').where('accounts.role', '=', role),
    )
  return search === '' ? people : people.where(matchesPersonSearch(search))
}

export async function countPeople(tx: ReadTx, filter: PersonFilter): Promise<number> {
  const { count } = await filtered(tx, filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** One page of people, newest first. */
export const pageOfPeople = (tx: ReadTx, filter: PersonFilter, page: { size: number; offset: number }) =>
  filtered(tx, filter)
    .selectAll('users')
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute()

/**
 * The number of people with each role; everybody who is not staff is a client. Triggers maintain the counts of people,
 * and staff are few.
 */
export async function countByRole(tx: ReadTx, closed: boolean): Promise<Record<Role, number>> {
  const { rows } = await sql<{ people: number; admin: number; cashier: number; practitioner: number }>`
    select (select coalesce(sum(people), 0)::bigint from people_counts where ${closed ? sql`true` : sql`not closed`}) as people,
      count(*) filter (where role = 'admin') as admin, count(*) filter (where role = 'cashier') as cashier,
      count(*) filter (where role = 'practitioner') as practitioner
    from accounts join people on people.id = accounts.person_id
    where role <> 'client' and ${closed ? sql`true` : sql`people.closed_at is null`}`.execute(tx)
  const { people, admin, cashier, practitioner } = rows[0]!
  return { admin, cashier, practitioner, client: people - admin - cashier - practitioner }
}

/** The ids of the people who are staff, as a subquery. */
export const staffIds = sql`(select person_id from accounts where role <> 'client')`
