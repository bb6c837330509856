import type { Centavos } from '#shared/lib/money.ts'
import type { TaxClass, TaxSettings } from '#shared/lib/taxes.ts'
import { percentOf } from './percent.ts'

// The rules of VAT, excise, and the discount of Senior Citizens and persons with disabilities, in whole centavos.
// Prices include every tax. A tax is rounded half a centavo up for each line; the price before it is the rest.

export const NO_TAX: TaxSettings = { isVatRegistered: false, chargesExcise: false }

/** A clinic without tax writes no tax class and no sums. */
const hasTax = ({ isVatRegistered, chargesExcise }: TaxSettings): boolean => isVatRegistered || chargesExcise

/** How a service is taxed; its add-ons are taxed like it. */
export type Taxed = { taxClass: TaxClass; isExcise: boolean }

/** What was paid, by tax: the five together are the amount. */
export type TaxSums = { vatable: Centavos; vat: Centavos; exempt: Centavos; zeroRated: Centavos; excise: Centavos }

export const noTaxSums: TaxSums = { vatable: 0, vat: 0, exempt: 0, zeroRated: 0, excise: 0 }

/** `amount × numerator / denominator` to the centavo, half a centavo up; `amount` is not negative. */
function shareOf(amount: Centavos, numerator: number, denominator: number): Centavos {
  const doubled = 2 * amount * numerator + denominator
  return (doubled - (doubled % (2 * denominator))) / (2 * denominator)
}

/** `P / 1.12`: what an amount that includes VAT is without it. */
export const withoutVat = (amount: Centavos): Centavos => shareOf(amount, 100, 112)

/** The class in which a line stands: of a clinic that is not registered for VAT everything is exempt. */
const classOf = ({ taxClass }: Taxed, { isVatRegistered }: TaxSettings): TaxClass =>
  isVatRegistered ? taxClass : 'exempt'

/** An amount that was paid for a line, by tax. All 0 without tax. Excise is 5 % of the price before excise and VAT. */
export function taxOf(amount: Centavos, taxed: Taxed, settings: TaxSettings): TaxSums {
  if (!hasTax(settings)) return noTaxSums
  const taxClass = classOf(taxed, settings)
  const hasVat = taxClass === 'vatable'
  const net = hasVat ? withoutVat(amount) : amount
  // Of the amount itself rather than of the rounded price: 5 / 105 of what it is without VAT.
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

/** The discount of Senior Citizens and persons with disabilities, in hundredths of a percent. */
const CARD_SHARE = 2_000

/** What the holder of a card pays, and how it comes about: price, less VAT, less 20 % of the rest. */
type CardPrice = { lessVat: Centavos; exempt: Centavos; discount: Centavos; toPay: Centavos }

/** The price of an eligible line for the holder of a card. VAT is taken off where it is in the price. */
export function cardPrice(price: Centavos, taxed: Taxed, settings: TaxSettings): CardPrice {
  const hasVat = settings.isVatRegistered && taxed.taxClass === 'vatable'
  const exempt = hasVat ? withoutVat(price) : price
  const discount = percentOf(exempt, CARD_SHARE)
  return { lessVat: price - exempt, exempt, discount, toPay: exempt - discount }
}

/** What was paid with a card, by tax: nothing of it is VAT. */
export function cardTaxOf(toPay: Centavos, taxed: Taxed, settings: TaxSettings): TaxSums {
  if (!hasTax(settings)) return noTaxSums
  return classOf(taxed, settings) === 'zero-rated'
    ? { ...noTaxSums, zeroRated: toPay }
    : { ...noTaxSums, exempt: toPay }
}

/** The class of a line in the books; null without tax. */
export function bookedClass(taxed: Taxed, settings: TaxSettings, hasCard: boolean): TaxClass | null {
  if (!hasTax(settings)) return null
  const taxClass = classOf(taxed, settings)
  return hasCard && taxClass === 'vatable' ? 'exempt' : taxClass
}

/** The card gives the lower price; on the same price too, because no VAT is paid then. */
export const isCardBetter = (card: CardPrice, otherwise: Centavos): boolean => card.toPay <= otherwise

/**
 * The shares of a discount by amounts, to the centavo: together they are the discount, none is larger than its amount,
 * and each is at most a centavo off the exact share. `discount` is at most the sum of the amounts.
 */
export function spread(discount: Centavos, amounts: readonly Centavos[]): Centavos[] {
  const total = BigInt(amounts.reduce((sum, amount) => sum + amount, 0))
  if (total === 0n) return amounts.map(() => 0)
  let upTo = 0n
  let given = 0n
  return amounts.map((amount) => {
    upTo += BigInt(amount)
    // Products of two sums leave the whole numbers that are exact.
    const due = (2n * BigInt(discount) * upTo + total) / (2n * total)
    const share = due - given
    given = due
    return Number(share)
  })
}

/** From this age on a person is a Senior Citizen. */
const SENIOR_AGE = 60

/** Age in whole years on a date; both are `YYYY-MM-DD`. Who was born on February 29 is a year older on March 1. */
export function ageOn(date: string, birthDate: string): number {
  const [year, birthYear] = [Number(date.slice(0, 4)), Number(birthDate.slice(0, 4))]
  return year - birthYear - (date.slice(5) < birthDate.slice(5) ? 1 : 0)
}

export const isSenior = (date: string, birthDate: string): boolean => ageOn(date, birthDate) >= SENIOR_AGE
