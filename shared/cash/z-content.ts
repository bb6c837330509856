import type { DocumentMode } from '#shared/clinic/documents.ts'
import type { Centavos } from '#shared/lib/money.ts'
import type { CardSales, CardSeller } from '#shared/prepaid/card-sales.ts'
import type { PaperFields } from '#shared/sales/paper/paper-fields.ts'
import type { PercentageTaxSales } from '#shared/sales/percentage-tax.ts'
import type { ReadingFigures } from './reading.ts'

/** The clinic and its registration at the top of a reading. */
export type ReadingHead = {
  name: string
  address: string
  phone: string
  tin: string
  mode: DocumentMode
  /** The registration of the clinic and the terminal; null in document modes without invoices. */
  registration: PaperFields['registration']
}

/** The small sales of a terminal's day, without voided ones, and the invoice that covers them. */
export type SmallSales = {
  count: number
  amount: Centavos
  /** The limit from which small sales need an invoice, as it was set when the day was closed. */
  limit: Centavos
  /**
   * Null if the small sales of the date did not reach the limit. The invoice may also cover slips of another terminal
   * that was closed earlier.
   */
  cover: { id: string; number: number; count: number; amount: Centavos } | null
}

/** The figures of a Z-reading with terminal, day and number, and the sum of all sales ever made on this terminal. */
export type ZContent = ReadingFigures & {
  /** The clinic and its registration, stored since format 3. Earlier readings print the present data of the clinic. */
  head?: ReadingHead
  /** The sales slips that the terminal issued on the day, and the invoice that covers them. Undefined if the terminal issued none. */
  small_sales?: SmallSales
  /**
   * The taxable and exempt net sales on invoices without VAT and sales slips. Missing without such sales, and on
   * earlier readings.
   */
  percentage_tax?: PercentageTaxSales
  /**
   * The gift cards that were sold or voided on the day; missing if there were none, and on readings of versions before
   * gift cards.
   */
  card_sales?: CardSales[]
  /**
   * For each shift, in the order of `shifts`, who sold gift cards and packages and took deposits. Readings of earlier
   * versions lack this field. A reading with this field does not count voids that paid no money back; if it lacks
   * `card_sales`, nothing was sold or voided.
   */
  card_sellers?: CardSeller[][]
  terminal: { id: string; name: string }
  business_date: string
  number: number
  closed_by: string
  closed_at: string
  previous_grand_total: Centavos
  grand_total: Centavos
}
