import { sql } from 'kysely'
import { isWithoutVat, salesOf } from '#server/sales/public.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { percentageTaxOf } from '#shared/sales/percentage-tax.ts'
import { formatDiscountReason } from '#shared/sales/payment.ts'
import { cardReason, type CardKind } from '#shared/sales/senior-pwd-card.ts'
import {
  documentNameOf,
  FOR_CARDS,
  inRange,
  namePartsOf,
  rowsOf,
  type NameParts,
  type ReadRows,
  type ReportRange,
} from './report-views.ts'
import { linesOf, ofHead } from './sales-views.ts'

type TaxRow = {
  month: CivilDate
  vatable: Centavos
  vat: Centavos
  exempt: Centavos
  zero_rated: Centavos
  excise: Centavos
  untaxed: Centavos
  withheld: Centavos
  net: Centavos
}

/**
 * Taxes by month (its first day). Sales include their excise; the tax that buyers withheld is negative for a void or
 * refund.
 */
const taxByMonth: ReadRows = async (tx, range) =>
  rowsOf(
    tx,
    sql<TaxRow>`with summed as (
      select date_trunc('month', business_date::timestamp)::date as month, sum(${salesOf.vatable})::bigint as vatable,
        sum(vat_centavos)::bigint as vat, sum(${salesOf.exempt})::bigint as exempt,
        sum(${salesOf.zeroRated})::bigint as zero_rated, sum(excise_centavos)::bigint as excise,
        coalesce(sum(withheld.amount), 0)::bigint as withheld, sum(total_centavos)::bigint as net
      from documents left join (select document_id, sum(amount_centavos) as amount from payments
        where method = 'withheld' group by 1) withheld on withheld.document_id = documents.id
      where ${inRange(range)} group by 1
    )
    select summed.*, net - vatable - vat - exempt - zero_rated as untaxed from summed order by month`,
  )

type CardRow = {
  date: CivilDate
  name: NameParts
  holder: string
  card: CardKind
  id_number: string
  tin: string | null
  gross: Centavos
  less_vat: Centavos
  discounts: Centavos
  net: Centavos
}

/**
 * The lines with a discount of a Senior Citizen or PWD card, by document and card. A refund of only an add-on also has
 * a line of its service with quantity 0; this line is skipped.
 */
const underCards = (
  range: ReportRange,
) => sql`select documents.id, card.name as holder, card.kind as card, card.id_number, card.tin,
      sum(line.quantity * line.unit_price_centavos) as gross, sum(line.less_vat_centavos) as less_vat,
      sum(line.discount_centavos + line.order_discount_centavos) as discounts,
      sum(line.line_total_centavos - line.order_discount_centavos) as net, card.position
    from documents join document_cards card on card.document_id = coalesce(documents.refers_to, documents.id)
      join document_lines line on line.document_id = documents.id and line.card_position = card.position
        and line.quantity <> 0
    where ${inRange(range)}
    group by documents.id, card.document_id, card.position`

/**
 * Orders with a Senior Citizen or PWD discount on the whole order, as they were sold before such a discount needed a
 * card. The amounts are after the discounts of lines, which have other reasons. Lines with a Senior Citizen or PWD card
 * of their own are counted by `underCards`.
 */
const wholeOrders = (range: ReportRange) => sql`select documents.id, coalesce(customer.customer_name, '') as holder,
      case sale.discount_reason when 'PWD' then 'pwd' else 'senior' end as card,
      coalesce(sale.discount_id_number, '') as id_number, null as tin,
      sum(line.line_total_centavos + line.less_vat_centavos) as gross, sum(line.less_vat_centavos) as less_vat,
      sum(line.order_discount_centavos) as discounts, sum(line.line_total_centavos - line.order_discount_centavos) as net,
      0 as position
    from documents join documents sale on sale.id = coalesce(documents.refers_to, documents.id)
      left join document_customers customer on customer.document_id = sale.id
      join document_lines line on line.document_id = documents.id and line.order_discount_centavos <> 0
        and line.card_position is null
    where ${inRange(range)} and documents.discount_centavos <> 0 and sale.discount_reason in ${FOR_CARDS}
    group by documents.id, sale.id, customer.document_id`

/** Sales to holders of a Senior Citizen or PWD card, with voids and refunds, by document. */
const salesUnderCards: ReadRows = async (tx, range) =>
  (
    await rowsOf(
      tx,
      sql<CardRow>`with under_card as (${underCards(range)} union all ${wholeOrders(range)})
    select documents.business_date as date, ${namePartsOf('documents')} as name, holder, card, id_number, tin,
      gross::bigint as gross, less_vat::bigint as less_vat, discounts::bigint as discounts, net::bigint as net
    from under_card join documents on documents.id = under_card.id
    order by documents.sold_at, documents.number, under_card.position`,
    )
  ).map((row) => ({
    ...row,
    number: documentNameOf(row.name),
    card: formatDiscountReason(cardReason(row.card)),
  }))

type ReceiptsRow = { month: CivilDate; receipts: Centavos; exempt_receipts: Centavos; has_present_class: boolean }

/**
 * Gross receipts of documents without VAT by month, and the percentage tax on those that are not exempt. The tax class
 * of a line is the one that its service or product had when it was sold. Earlier versions stored no class for such
 * lines. For them it is the class that the service or product has now, and for an add-on that of the service above it.
 */
const percentageTax: ReadRows = async (tx, range) =>
  (
    await rowsOf(
      tx,
      sql<ReceiptsRow>`with sold as (
        select date_trunc('month', documents.business_date::timestamp)::date as month,
          line.catalogue_tax_class as sold_class, ${ofHead('service_id')}, line.product_id,
          line.line_total_centavos - line.order_discount_centavos as receipts
        from ${linesOf(range, isWithoutVat)}
      ), summed as (
        select month, sold_class, service_id, product_id, sum(receipts) as receipts from sold group by 1, 2, 3, 4
      )
      select month, sum(receipts)::bigint as receipts,
        coalesce(sum(receipts) filter (
          where coalesce(sold_class, services.tax_class, products.tax_class) = 'exempt'), 0)::bigint as exempt_receipts,
        bool_or(sold_class is null) as has_present_class
      from summed left join services on services.id = service_id left join products on products.id = product_id
      group by 1 order by 1`,
    )
  ).map(({ has_present_class, ...row }) => {
    const taxable = row.receipts - row.exempt_receipts
    const note = has_present_class && ({ note: 'present-tax-class' } as const)
    return { ...row, taxable, percentage_tax: percentageTaxOf(taxable), ...note }
  })

type ExemptRow = Record<'less_vat' | 'exempt_before' | 'discounts' | 'exempt_after', Centavos> & { month: CivilDate }

/** The VAT-exempt sales to holders of Senior Citizen and PWD cards by month, before and after their discount. */
const exemptForCards: ReadRows = (tx, range) =>
  rowsOf(
    tx,
    sql<ExemptRow>`select date_trunc('month', documents.business_date::timestamp)::date as month,
        sum(line.less_vat_centavos)::bigint as less_vat,
        sum(line.exempt_centavos + line.discount_centavos + line.order_discount_centavos)::bigint as exempt_before,
        sum(line.discount_centavos + line.order_discount_centavos)::bigint as discounts,
        sum(line.exempt_centavos)::bigint as exempt_after
      from documents join document_lines line on line.document_id = documents.id
        and line.card_position is not null and line.exempt_centavos <> 0
      where ${inRange(range)} group by 1 order by 1`,
  )

/** The reports about taxes and the discounts that the law requires. */
export const taxReports = {
  'tax-by-month': taxByMonth,
  'percentage-tax': percentageTax,
  'senior-pwd-book': salesUnderCards,
  'senior-pwd-exempt': exemptForCards,
} satisfies Partial<Record<ReportName, ReadRows>>
