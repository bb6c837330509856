import { sql } from 'kysely'
import { addDays, instantOf } from '#shared/lib/manila-time.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { rowsOf, type ReadRows, type ReportRange, type ReportRow } from './report-views.ts'
import { onDates } from './visits/outcome-views.ts'

/**
 * The stock of each product at the end of the range, with its last purchase cost until then, or else the cost that is
 * stored with the product. Products without a cost come last.
 */
const stockAtEnd = ({ branchId, to }: ReportRange) => {
  const end = instantOf(addDays(to, 1), '00:00:00')
  return sql<ReportRow>`with balances as (
      select distinct on (product_id) product_id, balance from stock_movements
      where branch_id = ${branchId} and moved_at < ${end} order by product_id, number desc),
    costs as (
      select distinct on (product_id) product_id, unit_cost_centavos from stock_movements
      where branch_id = ${branchId} and moved_at < ${end} and kind = 'receive' and unit_cost_centavos is not null
      order by product_id, number desc),
    valued as (
      select products.name as product, categories.name as category, balance as in_stock, unit_type as unit,
        coalesce(costs.unit_cost_centavos, products.cost_centavos) as unit_cost, products.search_text, products.id
      from balances join products on products.id = balances.product_id
        join categories on categories.id = products.category_id
        left join costs on costs.product_id = products.id
      where balance <> 0)
    select product, category, in_stock, unit, unit_cost, (unit_cost is null)::int as without_cost,
      round(in_stock * unit_cost)::bigint as value
    from valued order by unit_cost is null, search_text, id`
}

/**
 * What each visit of the range has used of each product, with its cost at the visit. A correction of the amounts counts
 * on the day of the visit and with the cost of that day, so that the amounts of a visit are never divided between two
 * periods or two deliveries.
 */
const usedByVisits = (range: ReportRange) => sql`
    select used.*, used.used * coalesce(bought.unit_cost_centavos, products.cost_centavos) as cost
    from (
      select movements.appointment_id, movements.product_id, sum(-movements.amount) as used,
        min(movements.number) as first_number
      from appointments join stock_movements movements on movements.appointment_id = appointments.id
      where ${onDates(range)}
      group by movements.appointment_id, movements.product_id
      having sum(movements.amount) <> 0) used
    join products on products.id = used.product_id
    left join lateral (
      select unit_cost_centavos from stock_movements
      where product_id = used.product_id and kind = 'receive' and unit_cost_centavos is not null
        and number < used.first_number
      order by number desc limit 1) bought on true`

/**
 * The share of each service in the used amounts of its visit: in proportion to what the services list now. If none of
 * them lists the product, such as after a change of the lists, the first service gets the whole amount.
 */
const suppliesByService = (range: ReportRange) => sql<ReportRow>`with used as (${usedByVisits(range)}),
    services_of_visits as (
      select id as appointment_id, service_id, 1 as position from appointments
      where id in (select appointment_id from used)
      union all
      select appointment_id, service_id, position from appointment_services
      where appointment_id in (select appointment_id from used)),
    listed as (
      select used.*, services_of_visits.service_id, position, coalesce(service_supplies.amount, 0) as amount,
        sum(coalesce(service_supplies.amount, 0)) over (partition by used.appointment_id, used.product_id) as of_all
      from used join services_of_visits using (appointment_id)
        left join service_supplies on service_supplies.service_id = services_of_visits.service_id
          and service_supplies.product_id = used.product_id),
    shares as (
      select *, case when of_all > 0 then amount / of_all when position = 1 then 1 else 0 end as share from listed)
    select services.name as service, products.name as supply, count(*)::int as visits,
      round(sum(used * share), 3)::float8 as amount_used, unit_type as unit,
      round(sum(used * share) / count(*), 3)::float8 as per_visit, round(sum(cost * share))::bigint as cost
    from shares join services on services.id = service_id join products on products.id = product_id
    where share > 0
    group by services.id, products.id
    order by services.name, services.id, products.search_text, products.id`

const stockValue: ReadRows = (tx, range) => rowsOf(tx, stockAtEnd(range))

export const stockReports = {
  'stock-value': stockValue,
  'supplies-by-service': (tx, range) => rowsOf(tx, suppliesByService(range)),
} satisfies Partial<Record<ReportName, ReadRows>>
