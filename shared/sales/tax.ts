import type { Centavos } from '#shared/lib/money.ts'
import type { TaxClass, TaxSettings } from '#shared/lib/taxes.ts'
import { percentOf } from './percent.ts'

// This module computes VAT, excise and the discounts of Senior Citizens and PWD in whole centavos. Prices include all
// taxes. Each tax is rounded half up per line, and the price before tax is the rest.

export const NO_TAX: TaxSettings = { isVatRegistered: false, chargesExcise: false }

/** True when the clinic's sales are taxed; otherwise no tax class and no tax sums are stored. */
const hasTax = ({ isVatRegistered, chargesExcise }: TaxSettings): boolean => isVatRegistered || chargesExcise

/** How a service and its add-ons are taxed. */
export type Taxed = { taxClass: TaxClass; isExcise: boolean }

/** The parts of a paid amount by tax, as they are stored; the five add up to the amount. */
export type TaxSums = { vatable: Centavos; vat: Centavos; exempt: Centavos; zeroRated: Centavos; excise: Centavos }

export const noTaxSums: TaxSums = { vatable: 0, vat: 0, exempt: 0, zeroRated: 0, excise: 0 }

/** `amount × numerator / denominator`, rounded half up; `amount` is not negative. */
function shareOf(amount: Centavos, numerator: number, denominator: number): Centavos {
  const doubled = 2 * amount * numerator + denominator
  return (doubled - (doubled % (2 * denominator))) / (2 * denominator)
}

/** An amount without its VAT: `P / 1.12`. */
export const withoutVat = (amount: Centavos): Centavos => shareOf(amount, 100, 112)

/** A line's tax class: without VAT registration everything is exempt. */
const classOf = ({ taxClass }: Taxed, { isVatRegistered }: TaxSettings): TaxClass =>
  isVatRegistered ? taxClass : 'exempt'

/** The taxes in a paid amount; all 0 without tax. Excise is 5 % of the price before excise and VAT. */
export function taxOf(amount: Centavos, taxed: Taxed, settings: TaxSettings): TaxSums {
  if (!hasTax(settings)) return noTaxSums
  const taxClass = classOf(taxed, settings)
  const hasVat = taxClass === 'vatable'
  const net = hasVat ? withoutVat(amount) : amount
  // Excise is computed from the amount and not from the rounded price: it is 5 / 105 of the amount without VAT.
  const excise = settings.chargesExcise && taxed.isExcise ? shareOf(amount, hasVat ? 100 : 1, hasVat ? 2352 : 21) : 0
  const price = net - excise
  return {
    vatable: hasVat ? price : 0,
    vat: amount - net,
    exempt: taxClass === 'exempt' ? price : 0,
    zeroRated: taxClass === 'zero-rated' ? price : 0,
    excise,
  }
}

/** The excise in the sales of each tax class; a class without excise is missing. */
export type ExciseByClass = Partial<Record<TaxClass, Centavos>>

/**
 * The sales by tax as documents, readings and reports show them (RR 2-2019): VATable, exempt and zero-rated sales
 * include their excise, so that these three and the VAT add up to the amount.
 */
export const includeExcise = (taxes: TaxSums, excise: ExciseByClass): TaxSums => ({
  ...taxes,
  vatable: taxes.vatable + (excise.vatable ?? 0),
  exempt: taxes.exempt + (excise.exempt ?? 0),
  zeroRated: taxes.zeroRated + (excise['zero-rated'] ?? 0),
})

/** The legal discount of Senior Citizens and PWD: 20 %, in hundredths of a percent. */
const CARD_SHARE = 2_000

/** A price for the holder of a Senior or PWD card: the VAT is taken off first, then 20 % of the rest. */
type CardPrice = { lessVat: Centavos; exempt: Centavos; discount: Centavos; toPay: Centavos }

/** The price of an eligible line for the holder of a Senior or PWD card. VAT is subtracted if the price includes it. */
export function cardPrice(price: Centavos, taxed: Taxed, settings: TaxSettings): CardPrice {
  const hasVat = settings.isVatRegistered && taxed.taxClass === 'vatable'
  const exempt = hasVat ? withoutVat(price) : price
  const discount = percentOf(exempt, CARD_SHARE)
  return { lessVat: price - exempt, exempt, discount, toPay: exempt - discount }
}

/**
 * The price of an eligible line that keeps its promo instead of the Senior or PWD discount. The holder is still exempt
 * from VAT (RMC 38-2012, Q21), so the promo price is taken without its VAT. `promo` is at most the price.
 */
export function promoPrice(price: Centavos, promo: Centavos, taxed: Taxed, settings: TaxSettings): CardPrice {
  const { lessVat, exempt } = cardPrice(price, taxed, settings)
  const toPay = lessVat === 0 ? price - promo : withoutVat(price - promo)
  return { lessVat, exempt, discount: exempt - toPay, toPay }
}

/** The taxes in an amount that the holder of a Senior or PWD card pays, which contains no VAT. */
export function cardTaxOf(toPay: Centavos, taxed: Taxed, settings: TaxSettings): TaxSums {
  if (!hasTax(settings)) return noTaxSums
  return classOf(taxed, settings) === 'zero-rated'
    ? { ...noTaxSums, zeroRated: toPay }
    : { ...noTaxSums, exempt: toPay }
}

/** The tax class that is stored for a line; null when the clinic's sales are not taxed. */
export function bookedClass(taxed: Taxed, settings: TaxSettings, hasCard: boolean): TaxClass | null {
  if (!hasTax(settings)) return null
  const taxClass = classOf(taxed, settings)
  return hasCard && taxClass === 'vatable' ? 'exempt' : taxClass
}

/**
 * Divides a discount in proportion to amounts, to the centavo: the shares add up to it, none exceeds its amount, and
 * each differs from the exact share by at most a centavo. `discount` is at most the sum of the amounts.
 */
export function spread(discount: Centavos, amounts: readonly Centavos[]): Centavos[] {
  const total = BigInt(amounts.reduce((sum, amount) => sum + amount, 0))
  if (total === 0n) return amounts.map(() => 0)
  let upTo = 0n
  let given = 0n
  return amounts.map((amount) => {
    upTo += BigInt(amount)
    // Uses BigInt, because a product of two sums can exceed the integers that a number stores exactly.
    const due = (2n * BigInt(discount) * upTo + total) / (2n * total)
    const share = due - given
    given = due
    return Number(share)
  })
}

/** The age from which a person is a Senior Citizen. */
const SENIOR_AGE = 60

/** Age in whole years on a date; both are `YYYY-MM-DD`. People born on February 29 get older on March 1. */
export function ageOn(date: string, birthDate: string): number {
  const [year, birthYear] = [Number(date.slice(0, 4)), Number(birthDate.slice(0, 4))]
  return year - birthYear - (date.slice(5) < birthDate.slice(5) ? 1 : 0)
}

export const isSenior = (date: string, birthDate: string): boolean => ageOn(date, birthDate) >= SENIOR_AGE
