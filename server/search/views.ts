import type { DocumentSeries } from '#shared/clinic/document-name.ts'
import { sql, type RawBuilder } from 'kysely'
import { containsWords, matchesNameStart, matchesPersonSearch } from '#server/db/search-conditions.ts'
import { furtherServiceNames } from '#server/db/appointment-facts.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { isClient } from '#server/people/find-person.ts'
import { resourceName } from '#server/resources/public.ts'
import { receiptsFound } from '#server/sales/find-sale.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'
import { addDays, instantOf, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { searchable } from '#shared/lib/names.ts'

type SearchRequest = {
  branchId: string
  now: Date
  /** The whole text that the person has typed. */
  text: string
  /** The date that the text contains; `words` are the other words of the text. */
  day: CivilDate | null
  words: string
  /** The maximum number of rows per kind. */
  limit: number
}

type Kind = 'clients' | 'visits' | 'receipts' | 'services'

type Rows = {
  clients: {
    id: string
    name: string
    contact_number: string | null
    email: string | null
    last_visit: CivilDate | null
    is_second: boolean
  }[]
  visits: {
    id: string
    name: string
    service_name: string
    further_services: { service_name: string }[]
    practitioner_name: string | null
    appointment_date: CivilDate
    appointment_time: CivilTime
    status: AppointmentStatus
  }[]
  receipts: {
    id: string
    receipt_number: number
    receipt_series: DocumentSeries
    customer_name: string
    business_date: CivilDate
    total_centavos: number
    reference_number: string | null
  }[]
  services: {
    id: string
    service_name: string
    treatment_name: string
    price_centavos: number
    duration_minutes: number
  }[]
}

type Query = RawBuilder<unknown>

/** Sorts rows that begin with the words before those that contain them. */
const beginsWith = (column: string, words: string) => sql`starts_with(${sql.ref(column)}, ${searchable(words)})`

/**
 * The clients who match the words. Clients whose name or e-mail has a word that begins with each typed word come first,
 * then those who visited last.
 */
const clientsFound = ({ words, limit }: SearchRequest): Query =>
  sql`select clients.id, users.name, users.contact_number, users.email, clients.last_visit, users.email_is_second as is_second
    from users join clients on clients.person_id = users.id
    where users.closed_at is null and ${isClient} and ${matchesPersonSearch(words)}
    order by users.email_is_second, ${matchesNameStart(words)} desc, clients.last_seen desc, users.id
    limit ${limit}`

const NO_ROWS = sql`select null where false`

/**
 * True for visits on a business date: they start after its first midnight, up to and including the midnight that ends
 * it.
 */
const isOn = (day: CivilDate) =>
  sql`appointments.starts_at > ${instantOf(day, '00:00:00')} and appointments.starts_at <= ${instantOf(addDays(day, 1), '00:00:00')}`

/**
 * Visits on the date: of all clients, or of those who match the words. Without a date, visits of the clients that the
 * search found.
 */
function visitsFound(request: SearchRequest): Query {
  const { branchId, now, day, words, limit } = request
  if (day === null && words === '') return NO_ROWS
  const people =
    day === null
      ? sql`appointments.client_id in (select id from found_clients)`
      : words === ''
        ? sql`true`
        : matchesPersonSearch(words)
  return sql`select appointments.id, users.name, services.name as service_name,
      ${furtherServiceNames} as further_services, ${resourceName('appointments.practitioner_id')} as practitioner_name,
      appointments.appointment_date, appointments.appointment_time, appointments.status
    from appointments
      join clients on clients.id = appointments.client_id
      join users on users.id = clients.person_id
      join services on services.id = appointments.service_id
    where appointments.branch_id = ${branchId} and appointments.status <> 'cancelled' and ${people}
      and ${day === null ? sql`true` : isOn(day)}
    order by appointments.ends_at <= ${now}, abs(extract(epoch from appointments.starts_at - ${now}::timestamptz)),
      appointments.id
    limit ${limit}`
}

const servicesFound = ({ text, limit }: SearchRequest): Query =>
  sql`select services.id, services.name as service_name, treatments.name as treatment_name, services.price_centavos,
      services.duration_minutes
    from services join treatments on treatments.id = services.treatment_id
    where services.deleted_at is null and treatments.deleted_at is null
      and ${containsWords(sql`(services.search_text || ' ' || treatments.search_text)`, text)}
    order by ${beginsWith('services.search_text', text)} desc, services.search_text, services.id
    limit ${limit}`

const asList = (rows: Query) => sql`(select coalesce(json_agg(found), '[]') from (${rows}) found)`

/** Up to `limit` rows of each kind that the caller may read, in one statement. */
export async function findRows(tx: ReadTx, may: Record<Kind, boolean>, request: SearchRequest): Promise<Rows> {
  const { words, text, limit } = request
  const clients =
    words !== '' && (may.clients || may.visits) ? clientsFound(request) : sql`select null::uuid as id where false`
  const read = await sql<Rows>`with found_clients as materialized (${clients})
    select ${asList(may.clients ? sql`select * from found_clients` : NO_ROWS)} as clients,
      ${asList(may.visits ? visitsFound(request) : NO_ROWS)} as visits,
      ${asList(may.receipts ? receiptsFound(tx, text, limit) : NO_ROWS)} as receipts,
      ${asList(may.services ? servicesFound(request) : NO_ROWS)} as services`.execute(tx)
  return read.rows[0]!
}
