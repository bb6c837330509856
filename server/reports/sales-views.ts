import { sql, type RawBuilder } from 'kysely'
import { manilaHour } from '#server/db/manila-sql.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { resourceName } from '#server/resources/public.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { formatDiscountReason, methodName } from '#shared/sales/payment.ts'
import { inRange, rowsOf, type ReadRows, type ReportRange } from './report-views.ts'

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

type HourRow = Omit<DayRow, 'date'> & { hour: string }

/** Sums of documents by kind: sales before and after discounts, and what was voided and refunded. */
const sumsOfKinds = sql`count(*) filter (where kind = 'sale') as sales,
      coalesce(sum(subtotal_centavos + line_discount_centavos + less_vat_centavos) filter (where kind = 'sale'), 0)::bigint
        as gross,
      coalesce(sum(discount_centavos + line_discount_centavos) filter (where kind = 'sale'), 0)::bigint as discounts,
      coalesce(sum(less_vat_centavos) filter (where kind = 'sale'), 0)::bigint as less_vat,
      coalesce(-sum(total_centavos) filter (where kind = 'void'), 0)::bigint as voids,
      coalesce(-sum(total_centavos) filter (where kind = 'refund'), 0)::bigint as refunds,
      sum(total_centavos)::bigint as net`

/** The totals of each day; days without documents are missing. */
const salesByDay: ReadRows = (tx, range) =>
  rowsOf(
    tx,
    sql<DayRow>`select business_date as date, ${sumsOfKinds} from documents where ${inRange(range)} group by 1 order by 1`,
  )

/** The totals of each hour of the day in Manila over all days of the range. */
const salesByHour: ReadRows = (tx, range) =>
  rowsOf(
    tx,
    sql<HourRow>`select ${manilaHour('sold_at')} as hour, ${sumsOfKinds} from documents where ${inRange(range)}
      group by 1 order by 1`,
  )

/**
 * The service or treatment of a line; for an add-on, that of the service to which it was added. The subquery runs only
 * for add-ons, which are few.
 */
export const ofHead = (column: 'service_id' | 'treatment_id') => sql`case line.kind when 'add_on' then (
        select head.${sql.ref(column)} from document_lines head
        where head.document_id = line.document_id and head.position = line.parent_position)
      else line.${sql.ref(column)} end as ${sql.ref(column)}`

const amounts = sql`line.quantity, line.quantity * line.unit_price_centavos as gross,
      line.discount_centavos + line.order_discount_centavos as discount, line.less_vat_centavos as less_vat,
      line.line_total_centavos - line.order_discount_centavos as net`

/**
 * The lines of the documents of some days, read for each document by a lateral subquery. `offset 0` keeps the planner
 * from turning the subquery into a join, which would read the lines of all years for a report over a quarter.
 */
export const linesOf = (range: ReportRange, isIncluded = sql`true`) =>
  sql`documents cross join lateral (
      select * from document_lines where document_id = documents.id offset 0) line where ${inRange(range)} and ${isIncluded}`

const sums = sql`sum(quantity)::bigint as quantity, sum(gross)::bigint as gross, sum(discount)::bigint as discounts,
  sum(less_vat)::bigint as less_vat, sum(net)::bigint as net`

type LineSums = { quantity: number; gross: Centavos; discounts: Centavos; less_vat: Centavos; net: Centavos }

/**
 * Sales of each service, add-on and product by its current name; a deleted product has the name under which it was
 * sold.
 */
const salesByService: ReadRows = async (tx, range) =>
  (
    await rowsOf(
      tx,
      sql<LineSums & { service: string; treatment: string | null }>`with sold as (
      select line.kind, coalesce(line.service_id, line.add_on_id, line.product_id) as thing_id, ${ofHead('treatment_id')},
        line.name, line.treatment_name as category, ${amounts}
      from ${linesOf(range)}
    ), summed as (
      select kind, thing_id, treatment_id, max(name) as sold_name, max(category) as category, ${sums}
      from sold group by 1, 2, 3
    )
    select coalesce(services.name, add_ons.name, products.name, sold_name) as service,
      case kind when 'product' then category else treatments.name end as treatment,
      summed.quantity, gross, discounts, less_vat, net
    from summed left join services on kind = 'service' and services.id = thing_id
      left join add_ons on kind = 'add_on' and add_ons.id = thing_id
      left join products on kind = 'product' and products.id = thing_id
      left join treatments on treatments.id = summed.treatment_id
    order by net desc, 1, 2`,
    )
  ).map((row) => ({ ...row, treatment: row.treatment ?? s.noTreatment }))

type ProductSales = LineSums & { product: string; category: string } & Record<'vat' | 'cost' | 'margin', Centavos> & {
    without_cost: number
  }

/**
 * Sales of each product by its current name, with what its pieces cost the clinic when they were sold. The margin is
 * the net amount without VAT and cost, of the pieces whose cost was known.
 */
const salesByProduct: ReadRows = (tx, range) =>
  rowsOf(
    tx,
    sql<ProductSales>`with sold as (
      select line.product_id, line.name, line.treatment_name as category, line.vat_centavos as vat,
        line.quantity * line.unit_cost_centavos as cost,
        case when line.unit_cost_centavos is null then line.quantity else 0 end as without_cost, ${amounts}
      from ${linesOf(range, sql`line.kind = 'product'`)}
    ), summed as (
      select product_id, max(name) as sold_name, max(category) as category, ${sums}, sum(vat)::bigint as vat,
        coalesce(sum(cost), 0)::bigint as cost, sum(without_cost)::bigint as without_cost,
        coalesce(sum(net - vat - cost), 0)::bigint as margin
      from sold group by 1
    )
    select coalesce(products.name, sold_name) as product, category, summed.quantity, gross, discounts, less_vat, net, vat, cost,
      margin, without_cost
    from summed left join products on products.id = product_id order by net desc, 1, 2`,
  )

/** Sales of each treatment, including add-ons, and of all products together. */
const salesByTreatment: ReadRows = async (tx, range) =>
  (
    await rowsOf(
      tx,
      sql<LineSums & { treatment: string | null; is_product: boolean }>`with sold as (
      select line.kind = 'product' as is_product, ${ofHead('treatment_id')}, ${amounts} from ${linesOf(range)}
    ), summed as (select is_product, treatment_id, ${sums} from sold group by 1, 2)
    select treatments.name as treatment, is_product, quantity, gross, discounts, less_vat, net
    from summed left join treatments on treatments.id = treatment_id order by net desc, 1`,
    )
  ).map(({ is_product, ...row }) => ({ ...row, treatment: is_product ? s.products : (row.treatment ?? s.noTreatment) }))

type PractitionerSales = LineSums & { practitioner_id: string | null; practitioner: string | null }

/**
 * Sales of each practitioner: who did the line's service in the paid visit, or else the visit's practitioner. Null for
 * sales without a visit or without a practitioner. Each subquery ends with `offset 0`, so that PostgreSQL looks up the
 * lines and the visit of each document of the period instead of reading the lines and visits of all years. It looks for
 * further services only for lines that are not the visit's first service, which halves the time.
 */
const salesOfPeople = (
  tx: ReadTx,
  range: ReportRange,
  isIncluded: RawBuilder<unknown> = sql`true`,
): Promise<PractitionerSales[]> =>
  rowsOf(
    tx,
    sql<PractitionerSales>`with done as (
      select case when further.is_there then further.practitioner_id else visit.practitioner_id end as done_by, line.*
      from (
        select documents.id, case when documents.refers_to is null then documents.appointment_id
          else (select sale.appointment_id from documents sale where sale.id = documents.refers_to) end as visit_id
        from documents where ${inRange(range)} and ${isIncluded} offset 0
      ) document left join lateral (
        select practitioner_id, service_id from appointments where id = visit_id offset 0
      ) visit on true cross join lateral (
        select ${ofHead('service_id')}, ${amounts} from document_lines line where document_id = document.id offset 0
      ) line left join lateral (
        select practitioner_id, true as is_there from appointment_services
        where visit.service_id <> line.service_id and appointment_id = visit_id and service_id = line.service_id offset 0
      ) further on true
    ), summed as (select done_by, ${sums} from done group by 1)
    select done_by as practitioner_id, ${resourceName('summed.done_by')} as practitioner,
      quantity, gross, discounts, less_vat, net
    from summed order by net desc, 2`,
  )

/** The sales of visits, by practitioner. Sales without a visit have none. */
export const salesOfPractitioners = (tx: ReadTx, range: ReportRange): Promise<PractitionerSales[]> =>
  salesOfPeople(tx, range, sql`(documents.appointment_id is not null or documents.refers_to is not null)`)

const salesByPractitioner: ReadRows = async (tx, range) =>
  (await salesOfPeople(tx, range)).map((row) => ({ ...row, practitioner: row.practitioner ?? s.noPractitioner }))

/** Amounts paid and refunded by each method. */
const salesByMethod: ReadRows = async (tx, range) =>
  (
    await rowsOf(
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
  ).map((row) => ({ ...row, method: methodName(row.method) }))

type ReasonRow = {
  reason: string | null
  discounted: number
  given: Centavos
  taken_back: Centavos
  discount: Centavos
}

/** Discounts on lines and orders by reason, reduced by those of voids and refunds. */
const discountsByReason: ReadRows = async (tx, range) =>
  (
    await rowsOf(
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
  ).map((row) => ({ ...row, reason: row.reason === null ? s.noReason : formatDiscountReason(row.reason) }))

/** The reports about what was sold and how it was paid. */
export const salesReports = {
  'sales-by-day': salesByDay,
  'sales-by-hour': salesByHour,
  'sales-by-service': salesByService,
  'sales-by-product': salesByProduct,
  'sales-by-treatment': salesByTreatment,
  'sales-by-practitioner': salesByPractitioner,
  'sales-by-method': salesByMethod,
  'discounts-by-reason': discountsByReason,
} satisfies Partial<Record<ReportName, ReadRows>>
