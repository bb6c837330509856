import { sql } from 'kysely'
import { containsWords } from '#server/db/search-conditions.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { prepared, rowsOf } from '#server/db/prepared.ts'
import { unfinishedAppointments } from '#server/db/appointment-facts.ts'
import type { PageQuery } from '#shared/lib/paging.ts'

/** The filters of the catalogue's lists. */
export type ListQuery = PageQuery & { deleted: 'no' | 'yes'; treatment_id?: string | undefined }

const offsetOf = ({ page, per_page }: PageQuery) => (page - 1) * per_page

const count = sql<number>`count(*)`.as('total')

/** One page of treatments; `deleted` chooses between the offered and the deleted ones. */
export async function treatmentPage(tx: ReadTx, query: ListQuery) {
  const found = tx
    .selectFrom('treatments')
    .where('deleted_at', query.deleted === 'yes' ? 'is not' : 'is', null)
    .where(containsWords(sql.ref('search_text'), query.search))
  const rows = await found
    .selectAll()
    .orderBy('search_text')
    .orderBy('id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { total } = await found.select(count).executeTakeFirstOrThrow()
  return { rows, total }
}

const services = (tx: Pick<ReadTx, 'selectFrom'>) =>
  tx
    .selectFrom('services')
    .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
    .select(['treatments.name as treatment_name', 'treatments.deleted_at as treatment_deleted_at'])

const addOns = (tx: ReadTx) =>
  tx
    .selectFrom('add_ons')
    .innerJoin('treatments', 'treatments.id', 'add_ons.treatment_id')
    .select(['treatments.name as treatment_name', 'treatments.deleted_at as treatment_deleted_at'])

/** SQL: true for services and add-ons that are offered: neither they nor their treatments are deleted. */
const live = {
  services: sql<boolean>`services.deleted_at is null and treatments.deleted_at is null`,
  addOns: sql<boolean>`add_ons.deleted_at is null and treatments.deleted_at is null`,
}

export async function servicePage(tx: ReadTx, query: ListQuery) {
  const deleted = sql<boolean>`services.deleted_at is not null`
  let found = services(tx)
    .where(query.deleted === 'yes' ? deleted : live.services)
    .where(containsWords(sql`(treatments.search_text || ' ' || services.search_text)`, query.search))
  if (query.treatment_id) found = found.where('services.treatment_id', '=', query.treatment_id)
  const rows = await found
    .selectAll('services')
    .orderBy('services.search_text')
    .orderBy('services.id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { total } = await found.clearSelect().select(count).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function addOnPage(tx: ReadTx, query: ListQuery) {
  const deleted = sql<boolean>`add_ons.deleted_at is not null`
  let found = addOns(tx)
    .where(query.deleted === 'yes' ? deleted : live.addOns)
    .where(containsWords(sql`(treatments.search_text || ' ' || add_ons.search_text)`, query.search))
  if (query.treatment_id) found = found.where('add_ons.treatment_id', '=', query.treatment_id)
  const rows = await found
    .selectAll('add_ons')
    .orderBy('add_ons.search_text')
    .orderBy('add_ons.id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { total } = await found.clearSelect().select(count).executeTakeFirstOrThrow()
  return { rows, total }
}

export const treatmentById = (tx: ReadTx, id: string) =>
  tx.selectFrom('treatments').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

export const serviceById = (tx: ReadTx, id: string) =>
  services(tx).selectAll('services').where('services.id', '=', id).executeTakeFirstOrThrow()

export const addOnById = (tx: ReadTx, id: string) =>
  addOns(tx).selectAll('add_ons').where('add_ons.id', '=', id).executeTakeFirstOrThrow()

/** All services of a treatment that are offered. */
export const servicesOfTreatment = (tx: ReadTx, treatmentId: string) =>
  services(tx)
    .selectAll('services')
    .where('services.treatment_id', '=', treatmentId)
    .where(live.services)
    .orderBy('services.search_text')
    .execute()

/** All add-ons of a treatment that are offered. */
export const addOnsOfTreatment = (tx: ReadTx, treatmentId: string) =>
  addOns(tx)
    .selectAll('add_ons')
    .where('add_ons.treatment_id', '=', treatmentId)
    .where(live.addOns)
    .orderBy('add_ons.search_text')
    .execute()

const liveServices = prepared((db, { ids }: { ids: readonly string[] }) =>
  services(db)
    .selectAll('services')
    .where(sql<boolean>`services.id = any(${ids}::uuid[])`)
    .where(live.services),
)

export const liveServicesByIds = (tx: ReadTx, ids: readonly string[]) => rowsOf(tx, liveServices({ ids }))

export const liveAddOnsByIds = (tx: ReadTx, ids: readonly string[]) =>
  addOns(tx).selectAll('add_ons').where('add_ons.id', 'in', ids).where(live.addOns).execute()

/**
 * The treatments of the booking wizard. A treatment without services is listed too; the wizard then says that it has
 * none.
 */
export const bookableTreatments = (tx: ReadTx) =>
  tx
    .selectFrom('treatments')
    .select(['id', 'name', 'description'])
    // The picture of the first service that has one, because a treatment has no picture of its own.
    .select((treatment) =>
      treatment
        .selectFrom('services')
        .select('picture_path')
        .whereRef('services.treatment_id', '=', 'treatments.id')
        .where('picture_path', 'is not', null)
        .where('bookable_online', '=', true)
        .where('services.deleted_at', 'is', null)
        .orderBy('services.search_text')
        .limit(1)
        .as('picture_path'),
    )
    .where('deleted_at', 'is', null)
    .orderBy('search_text')
    .execute()

/** A treatment with its services and add-ons, as in a price list. */
export type OfferedTreatment = {
  id: string
  name: string
  description: string | null
  services: { name: string; price_centavos: number; duration_minutes: number }[]
}

/** Every treatment that has services, with current prices, in one statement. */
export const offeredTreatments = (tx: ReadTx): Promise<OfferedTreatment[]> =>
  tx
    .selectFrom('treatments')
    .innerJoin('services', 'services.treatment_id', 'treatments.id')
    .select([
      'treatments.id',
      'treatments.name',
      'treatments.description',
      sql<OfferedTreatment['services']>`json_agg(json_build_object(
        'name', services.name, 'price_centavos', services.price_centavos,
        'duration_minutes', services.duration_minutes) order by services.search_text)`.as('services'),
    ])
    .where(live.services)
    .groupBy('treatments.id')
    .orderBy('treatments.search_text')
    .execute()

/** A service's unfinished visits that were booked for less than `minutes`, by time. */
export const visitsShorterThan = (tx: ReadTx, serviceId: string, minutes: number, now: Date) =>
  unfinishedAppointments(tx, now)
    .where(
      sql<boolean>`(appointments.service_id = ${serviceId} and appointments.ends_at - appointments.starts_at
          < make_interval(mins => ${minutes}::int + (select coalesce(sum(part.minutes), 0)::int
            from appointment_services part where part.appointment_id = appointments.id))
        or appointments.id in (select part.appointment_id from appointment_services part
          where part.service_id = ${serviceId} and part.minutes < ${minutes}::int))`,
    )
    .execute()

/** The offered services with one of these names in lower case. */
export const servicesNamed = (tx: ReadTx, names: readonly string[]) =>
  services(tx)
    .select(['services.id', 'services.name', 'services.price_centavos'])
    .select(['services.treatment_id', 'treatments.name as treatment_name'])
    .where(sql<boolean>`lower(services.name) = any(${names}::text[])`)
    .where(live.services)
    .execute()

/** The questions that these services ask when they are booked. */
export async function questionsOfServices(tx: ReadTx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('services').select('questions').where('id', 'in', ids).execute()
  return rows.flatMap(({ questions }) => questions)
}

/** A service, also a deleted one; undefined for an unknown id. */
export const findService = (tx: ReadTx, id: string) =>
  tx.selectFrom('services').select(['version', 'deleted_at']).where('id', '=', id).executeTakeFirst()

/** The products that a service uses up, by name. */
export const suppliesOfService = (tx: ReadTx, serviceId: string) =>
  tx
    .selectFrom('service_supplies as supply')
    .innerJoin('products', 'products.id', 'supply.product_id')
    .select(['products.id as product_id', 'products.name as product_name', 'products.unit_type', 'supply.amount'])
    .where('supply.service_id', '=', serviceId)
    .orderBy('products.search_text')
    .orderBy('products.id')
    .execute()

/** All services that the clinic offers now, by name, with their prices. */
export const pricedServices = (tx: ReadTx) =>
  tx
    .selectFrom('services')
    .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
    .select(['services.id', 'services.name', 'services.price_centavos'])
    .where('services.deleted_at', 'is', null)
    .where('treatments.deleted_at', 'is', null)
    .orderBy('services.name')
    .orderBy('services.id')
    .execute()
