import type { Centavos } from '#shared/lib/money.ts'
import { percentOf } from './percent.ts'

/**
 * The percentage tax of businesses without VAT registration in hundredths of a percent: 3 % of gross receipts, section
 * 116 of the National Internal Revenue Code. (RA 11534 made it 1 % from July 2020 to June 2023.)
 */
const PERCENTAGE_TAX_SHARE = 300

/** The percentage tax of taxable receipts, rounded half up; none on receipts below zero. */
export const percentageTaxOf = (receipts: Centavos): Centavos =>
  receipts > 0 ? percentOf(receipts, PERCENTAGE_TAX_SHARE) : 0
