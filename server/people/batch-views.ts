import { sql } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

// These queries read many people at once, to compare an imported file with the clinic's records.

type PersonKeys = { emails: readonly string[]; phones: readonly string[]; names: readonly string[] }

/** People who have one of these e-mails, numbers (normalised) or names (`nameKey`). Merged records are left out. */
export async function peopleWithKeys(tx: ReadTx, { emails, phones, names }: PersonKeys): Promise<PersonWithKeys[]> {
  // Each kind of key has a query of its own, which uses an index. With `or` in a single query PostgreSQL would read all
  // people for each chunk of an imported file.
  const { rows } = await sql<PersonWithKeys>`
    with found as (
      select people.id from unnest(${emails}::text[]) key join people on people.email = key
      union select people.id from unnest(${emails}::text[]) key join people on people.log_in_email = key
      union select people.id from unnest(${phones}::text[]) key
        join people on people.contact_normalised = key and people.closed_at is null
      union select people.id from unnest(${names}::text[]) key
        join people on people.name_search = key and people.closed_at is null)
    select people.id as person_id, clients.id as client_id, people.name, people.email, people.log_in_email,
      people.contact_normalised as phone, people.name_search as name_key, card.birth_date,
      exists (select from accounts where accounts.person_id = people.id and accounts.role <> 'client') as is_staff
    from found join people on people.id = found.id
    left join clients on clients.person_id = people.id
    left join client_details card on card.client_id = clients.id
    where people.closed_at is null and clients.merged_into is null 
    order by people.email_is_second, people.created_at`.execute(tx)
  return rows
}

type PersonWithKeys = {
  person_id: string
  /** Null for a member of staff who has no client record. */
  client_id: string | null
  name: string
  email: string | null
  log_in_email: string | null
  phone: string | null
  name_key: string
  birth_date: CivilDate | null
  is_staff: boolean
}

/** The present values of the client fields that an imported file can fill. */
export const fillableFields = (tx: ReadTx, clientIds: readonly string[]) =>
  tx
    .selectFrom('clients')
    .innerJoin('people', 'people.id', 'clients.person_id')
    .leftJoin('client_details as card', 'card.client_id', 'clients.id')
    .select(['clients.id', 'people.email', 'people.contact_number', 'clients.note'])
    .select(['card.birth_date', 'card.sex', 'card.address', 'card.emergency_name', 'card.emergency_number'])
    .select(['card.referred_by', 'card.tags'])
    .where('clients.id', 'in', clientIds)
    .execute()

/** Locks clients, and reads the values that show whether a client's record has changed since it was created. */
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
