import { sql } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

// Reads of many people at once, for comparing a whole list with the clinic's records.

type PersonKeys = { emails: readonly string[]; phones: readonly string[]; names: readonly string[] }

/** People who have one of these e-mails, numbers (normalised) or names (`nameKey`). Merged records are left out. */
export async function peopleWithKeys(tx: ReadTx, { emails, phones, names }: PersonKeys): Promise<PersonWithKeys[]> {
  // Subqueries are hashed; PostgreSQL would compare each row with each element of an array.
  const { rows } = await sql<PersonWithKeys>`
    select people.id as person_id, clients.id as client_id, people.name, people.email, people.log_in_email,
      people.contact_normalised as phone, people.name_search as name_key, card.birth_date,
      exists (select from accounts where accounts.person_id = people.id and accounts.role <> 'client') as is_staff
    from people
    left join clients on clients.person_id = people.id
    left join client_details card on card.client_id = clients.id
    where people.closed_at is null and clients.merged_into is null and (people.email in (select unnest(${emails}::text[]))
      or people.log_in_email in (select unnest(${emails}::text[])) or people.contact_normalised in (select unnest(${phones}::text[]))
      or people.name_search in (select unnest(${names}::text[])))
    order by people.email_is_second, people.created_at`.execute(tx)
  return rows
}

type PersonWithKeys = {
  person_id: string
  /** Null for staff who are no clients. */
  client_id: string | null
  name: string
  email: string | null
  log_in_email: string | null
  phone: string | null
  name_key: string
  birth_date: CivilDate | null
  is_staff: boolean
}

/** What tells whether clients have changed since they were added: they are locked, so that they stay as they are. */
export const lockClientStates = (tx: Tx, clientIds: readonly string[]) =>
  tx
    .selectFrom('clients')
    .innerJoin('people', 'people.id', 'clients.person_id')
    .leftJoin('accounts', 'accounts.person_id', 'people.id')
    .select([
      'clients.id as client_id',
      'people.id as person_id',
      'people.updated_at',
      'people.photo_path',
      'clients.note_version',
      'clients.services_availed',
      'clients.last_visit',
      'clients.merged_into',
    ])
    .select(sql<boolean>`accounts.password_hash is not null`.as('has_password'))
    .where('clients.id', 'in', clientIds)
    .orderBy('clients.id')
    .forUpdate(['clients', 'people'])
    .execute()
