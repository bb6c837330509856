import { sql } from 'kysely'
import { addDays, instantOf } from '#shared/lib/manila-time.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { rowsOf, type ReadRows, type ReportRange, type ReportRow } from './report-views.ts'

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

const stockValue: ReadRows = (tx, range) => rowsOf(tx, stockAtEnd(range))

export const stockReports = { 'stock-value': stockValue } satisfies Partial<Record<ReportName, ReadRows>>
