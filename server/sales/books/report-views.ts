import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { resourceName } from '#server/resources/public.ts'
import type { DocumentSeries } from '#shared/clinic/document-name.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { salesOf } from '#server/sales/shift-views.ts'
import type { CardKind } from '#shared/sales/senior-pwd-card.ts'

/** The documents of a branch on some business dates, both included. Voids and refunds count on their own day. */
export type ReportRange = { branchId: string; from: CivilDate; to: CivilDate }

const inRange = ({ branchId, from, to }: ReportRange) =>
  sql`documents.branch_id = ${branchId} and documents.business_date between ${from} and ${to}`

async function rowsOf<Row>(tx: ReadTx, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(tx)).rows
}

type DayRow = {
  date: CivilDate
  sales: number
  gross: Centavos
  discounts: Centavos
  less_vat: Centavos
  voids: Centavos
  refunds: Centavos
  net: Centavos
}

/** The totals of each day; days without documents are missing. */
export const salesByDay = (tx: ReadTx, range: ReportRange) =>
  rowsOf(
    tx,
    sql<DayRow>`select business_date as date, count(*) filter (where kind = 'sale') as sales,
      coalesce(sum(subtotal_centavos + line_discount_centavos + less_vat_centavos) filter (where kind = 'sale'), 0)::bigint
        as gross,
      coalesce(sum(discount_centavos + line_discount_centavos) filter (where kind = 'sale'), 0)::bigint as discounts,
      coalesce(sum(less_vat_centavos) filter (where kind = 'sale'), 0)::bigint as less_vat,
      coalesce(-sum(total_centavos) filter (where kind = 'void'), 0)::bigint as voids,
      coalesce(-sum(total_centavos) filter (where kind = 'refund'), 0)::bigint as refunds,
      sum(total_centavos)::bigint as net
    from documents where ${inRange(range)} group by 1 order by 1`,
  )

/**
 * The service or treatment of a line; for an add-on that of the service above it. The subquery runs only for add-ons,
 * which are few.
 */
const ofHead = (column: 'service_id' | 'treatment_id') => sql`case line.kind when 'add_on' then (
        select head.${sql.ref(column)} from document_lines head
        where head.document_id = line.document_id and head.position = line.parent_position)
      else line.${sql.ref(column)} end as ${sql.ref(column)}`

const amounts = sql`line.quantity, line.quantity * line.unit_price_centavos as gross,
      line.discount_centavos + line.order_discount_centavos as discount, line.less_vat_centavos as less_vat,
      line.line_total_centavos - line.order_discount_centavos as net`

/**
 * The lines of the documents of some days, in a lateral subquery per document (`offset 0` keeps the planner from making
 * it a join): a join would read the lines of all years for a quarter.
 */
const linesOf = (range: ReportRange) =>
  sql`documents cross join lateral (
      select * from document_lines where document_id = documents.id offset 0) line where ${inRange(range)}`

const sums = sql`sum(quantity)::bigint as quantity, sum(gross)::bigint as gross, sum(discount)::bigint as discounts,
  sum(less_vat)::bigint as less_vat, sum(net)::bigint as net`

export type LineSums = { quantity: number; gross: Centavos; discounts: Centavos; less_vat: Centavos; net: Centavos }

/** Sales of each service and add-on by its current name. */
export const salesByService = (tx: ReadTx, range: ReportRange) =>
  rowsOf(
    tx,
    sql<LineSums & { service: string; treatment: string | null }>`with sold as (
      select line.kind, coalesce(line.service_id, line.add_on_id) as thing_id, ${ofHead('treatment_id')}, ${amounts}
      from ${linesOf(range)}
    ), summed as (select kind, thing_id, treatment_id, ${sums} from sold group by 1, 2, 3)
    select coalesce(services.name, add_ons.name) as service, treatments.name as treatment,
      quantity, gross, discounts, less_vat, net
    from summed left join services on kind = 'service' and services.id = thing_id
      left join add_ons on kind = 'add_on' and add_ons.id = thing_id
      left join treatments on treatments.id = summed.treatment_id
    order by net desc, 1, 2`,
  )

/** Sales of each treatment, including add-ons. */
export const salesByTreatment = (tx: ReadTx, range: ReportRange) =>
  rowsOf(
    tx,
    sql<LineSums & { treatment: string | null }>`with sold as (
      select ${ofHead('treatment_id')}, ${amounts} from ${linesOf(range)}
    ), summed as (select treatment_id, ${sums} from sold group by 1)
    select treatments.name as treatment, quantity, gross, discounts, less_vat, net
    from summed left join treatments on treatments.id = treatment_id order by net desc, 1`,
  )

/**
 * Sales of each practitioner: who did the line's service in the paid visit, or else the visit's practitioner. Null for
 * sales without a visit or without a practitioner.
 */
export const salesByPractitioner = (tx: ReadTx, range: ReportRange) =>
  rowsOf(
    tx,
    sql<LineSums & { practitioner: string | null }>`with sold as (
      select case when documents.refers_to is null then documents.appointment_id
          else (select sale.appointment_id from documents sale where sale.id = documents.refers_to) end as visit_id,
        ${ofHead('service_id')}, ${amounts}
      from ${linesOf(range)}
    ), by_visit as (select visit_id, service_id, ${sums} from sold group by 1, 2), done as (
      select case when further.appointment_id is null then visit.practitioner_id else further.practitioner_id end as done_by,
        quantity, gross, discounts as discount, less_vat, net
      from by_visit left join appointments visit on visit.id = visit_id
        left join appointment_services further
          on further.appointment_id = visit_id and further.service_id = by_visit.service_id
    ), summed as (select done_by, ${sums} from done group by 1)
    select ${resourceName('summed.done_by')} as practitioner, quantity, gross, discounts, less_vat, net
    from summed order by net desc, 1`,
  )

/** Amounts paid and refunded by each method. */
export const salesByMethod = (tx: ReadTx, range: ReportRange) =>
  rowsOf(
    tx,
    sql<{ method: string; payments: number; received: Centavos; returned: Centavos; net: Centavos }>`
    select method, count(*) filter (where kind = 'sale') as payments,
      coalesce(sum(amount_centavos) filter (where kind = 'sale'), 0)::bigint as received,
      coalesce(-sum(amount_centavos) filter (where kind <> 'sale'), 0)::bigint as returned,
      sum(amount_centavos)::bigint as net
    from documents cross join lateral (
      select method, amount_centavos from payments where document_id = documents.id offset 0) payments
    where ${inRange(range)} group by 1 order by net desc, 1`,
  )

type ReasonRow = {
  reason: string | null
  discounted: number
  given: Centavos
  taken_back: Centavos
  discount: Centavos
}

/** Discounts on lines and orders by reason, reduced by those of voids and refunds. */
export const discountsByReason = (tx: ReadTx, range: ReportRange) =>
  rowsOf(
    tx,
    sql<ReasonRow>`with found as materialized (
      select id, kind, discount_centavos, line_discount_centavos, coalesce(discount_reason,
        (select discount_reason from documents sale where sale.id = documents.refers_to)) as discount_reason
      from documents where ${inRange(range)} and (discount_centavos <> 0 or line_discount_centavos <> 0)
    ), discounts as (
      select id, kind, discount_reason as reason, discount_centavos as amount from found where discount_centavos <> 0
      union all
      select found.id, found.kind, line.discount_reason, line.discount_centavos
      from found join document_lines line on line.document_id = found.id
      where found.line_discount_centavos <> 0 and line.discount_centavos <> 0
    )
    select reason, count(distinct id) filter (where kind = 'sale') as discounted,
      coalesce(sum(amount) filter (where kind = 'sale'), 0)::bigint as given,
      coalesce(-sum(amount) filter (where kind <> 'sale'), 0)::bigint as taken_back,
      sum(amount)::bigint as discount
    from discounts group by 1 order by discount desc, 1`,
  )

type TaxRow = {
  month: CivilDate
  vatable: Centavos
  vat: Centavos
  exempt: Centavos
  zero_rated: Centavos
  excise: Centavos
  net: Centavos
}

/** Taxes by month (its first day). Sales include their excise; those without a tax class are only in `net`. */
export const taxByMonth = (tx: ReadTx, range: ReportRange) =>
  rowsOf(
    tx,
    sql<TaxRow>`select date_trunc('month', business_date::timestamp)::date as month,
      sum(${salesOf.vatable})::bigint as vatable, sum(vat_centavos)::bigint as vat, sum(${salesOf.exempt})::bigint as exempt,
      sum(${salesOf.zeroRated})::bigint as zero_rated, sum(excise_centavos)::bigint as excise,
      sum(total_centavos)::bigint as net
    from documents where ${inRange(range)} group by 1 order by 1`,
  )

type CardRow = {
  date: CivilDate
  number: number
  booklet_number: string | null
  series: DocumentSeries
  holder: string
  card: CardKind
  id_number: string
  gross: Centavos
  less_vat: Centavos
  discounts: Centavos
  net: Centavos
}

/** The number series of a document. */
const seriesOf = (document: 'documents' | 'sale') => {
  const column = (name: string) => sql.ref(`${document}.${name}`)
  return sql<DocumentSeries>`json_build_object('mode', ${column('mode')}, 'kind', ${column('kind')},
        'terminal', ${column('registration')} ->> 'terminal')`
}

/** The number of the handwritten invoice in the clinic's booklet; null for documents numbered only here. */
const bookletOf = (document: 'documents' | 'sale') => sql<string | null>`(select booklet_numbers.number
        from booklet_numbers where booklet_numbers.document_id = ${sql.ref(`${document}.id`)})`

const FOR_CARDS = sql`('Senior Citizen', 'PWD')`

/** Discounted lines under a card, by document. */
const underCards = (
  range: ReportRange,
) => sql`select documents.id, card.name as holder, card.kind as card, card.id_number,
      sum(line.quantity * line.unit_price_centavos) as gross, sum(line.less_vat_centavos) as less_vat,
      sum(line.discount_centavos) as discounts, sum(line.line_total_centavos - line.order_discount_centavos) as net
    from documents join document_cards card on card.document_id = coalesce(documents.refers_to, documents.id)
      join document_lines line on line.document_id = documents.id and line.discount_reason in ${FOR_CARDS}
    where ${inRange(range)}
    group by documents.id, card.document_id`

/**
 * Orders with a card's discount on the whole order. The amounts are after line discounts, which are not the card's.
 * Lines that have a card's discount themselves are counted by `underCards`.
 */
const wholeOrders = (range: ReportRange) => sql`select documents.id, coalesce(customer.customer_name, '') as holder,
      case sale.discount_reason when 'PWD' then 'pwd' else 'senior' end as card,
      coalesce(sale.discount_id_number, '') as id_number,
      sum(line.line_total_centavos + line.less_vat_centavos) as gross, sum(line.less_vat_centavos) as less_vat,
      sum(line.order_discount_centavos) as discounts, sum(line.line_total_centavos - line.order_discount_centavos) as net
    from documents join documents sale on sale.id = coalesce(documents.refers_to, documents.id)
      left join document_customers customer on customer.document_id = sale.id
      join document_lines line on line.document_id = documents.id and line.order_discount_centavos <> 0
        and coalesce(line.discount_reason, '') not in ${FOR_CARDS}
    where ${inRange(range)} and documents.discount_centavos <> 0 and sale.discount_reason in ${FOR_CARDS}
    group by documents.id, sale.id, customer.document_id`

/** Sales to holders of a Senior Citizen or PWD card, with voids and refunds, by document. */
export const salesUnderCards = (tx: ReadTx, range: ReportRange) =>
  rowsOf(
    tx,
    sql<CardRow>`with under_card as (${underCards(range)} union all ${wholeOrders(range)})
    select documents.business_date as date, documents.number, ${bookletOf('documents')} as booklet_number,
      ${seriesOf('documents')} as series, holder, card, id_number, gross::bigint as gross,
      less_vat::bigint as less_vat, discounts::bigint as discounts, net::bigint as net
    from under_card join documents on documents.id = under_card.id order by documents.sold_at, documents.number`,
  )

type CounterRow = {
  date: CivilDate
  sold_at: Date
  number: number
  booklet_number: string | null
  series: DocumentSeries
  kind: 'void' | 'refund'
  original: number
  original_booklet: string | null
  original_series: DocumentSeries
  cashier: string
  methods: string[]
  reason: string
  amount: Centavos
}

/** Every void and refund, oldest first, with the refunded amount as a positive number. */
export const documentsTakenBack = (tx: ReadTx, range: ReportRange) =>
  rowsOf(
    tx,
    sql<CounterRow>`select documents.business_date as date, documents.sold_at, documents.number, documents.kind,
      ${bookletOf('documents')} as booklet_number, ${seriesOf('documents')} as series, sale.number as original,
      ${bookletOf('sale')} as original_booklet, ${seriesOf('sale')} as original_series, documents.cashier_name as cashier, documents.reason,
      (select array_agg(distinct method order by method) from payments where document_id = documents.id) as methods,
      -documents.total_centavos as amount
    from documents join documents sale on sale.id = documents.refers_to
    where ${inRange(range)} and documents.kind <> 'sale' order by documents.sold_at, documents.number`,
  )
