import { toPesos, type Centavos } from '#shared/lib/money.ts'
import { percentOf } from './percent.ts'

/**
 * The percentage tax of businesses without VAT registration in hundredths of a percent: 3 % of gross receipts, section
 * 116 of the National Internal Revenue Code. (RA 11534 made it 1 % from July 2020 to June 2023.)
 */
const PERCENTAGE_TAX_SHARE = 300

/**
 * The sales of a clinic without VAT by the tax class that each service and product had in the catalogue when it was
 * sold: sales subject to percentage tax, exempt sales, and in readings the undivided sales, whose class an earlier
 * version did not store. Together they are all sales, and the sales of a void or refund are negative.
 */
export type PercentageTaxSales = { taxable: Centavos; exempt: Centavos; undivided?: Centavos }

/** Converts the sales to pesos, as the API returns them. */
export const percentageTaxInPesos = ({ taxable, exempt, undivided }: PercentageTaxSales) => ({
  taxable: toPesos(taxable),
  exempt: toPesos(exempt),
  ...(undivided !== undefined && { undivided: toPesos(undivided) }),
})

/** The percentage tax of taxable receipts, rounded half up; none on receipts below zero. */
export const percentageTaxOf = (receipts: Centavos): Centavos =>
  receipts > 0 ? percentOf(receipts, PERCENTAGE_TAX_SHARE) : 0
