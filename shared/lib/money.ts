import { locale, onFirstUse } from './language.ts'
import { withMinus } from './numbers.ts'

/** Money is a whole number of centavos in code and database, and a number of pesos (≤ 2 decimals) in the API. */
export type Centavos = number

/** The largest amount of a field: ₱9,999,999.99. */
export const MAX_CENTAVOS: Centavos = 999_999_999

const formatWith = (least: 0 | 2) =>
  onFirstUse(
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'PHP',
        minimumFractionDigits: least,
        maximumFractionDigits: 2,
      }),
  )
const whole = formatWith(2)
const short = formatWith(0)

/** An amount with centavos, such as `₱1,250.00` or `−₱1,250.00`, for orders, receipts and books. */
export const formatPeso = (centavos: Centavos): string => withMinus(whole().format(centavos / 100))

/** An amount without zero centavos, such as `₱1,250` or `₱1,250.50`, for the catalogue. */
export const formatPesoShort = (centavos: Centavos): string =>
  withMinus((centavos % 100 === 0 ? short : whole)().format(centavos / 100))

/** Converts pesos to centavos. Callers have validated them with `pesos`. */
export const toCentavos = (pesos: number): Centavos => Math.round(pesos * 100)

/** Converts centavos to pesos. */
export const toPesos = (centavos: Centavos): number => centavos / 100

/** True for a finite amount ≥ 0 with at most two decimals, within `MAX_CENTAVOS`. */
export function isPesoAmount(pesos: number): boolean {
  if (!Number.isFinite(pesos) || pesos < 0 || Object.is(pesos, -0)) return false
  const centavos = Math.round(pesos * 100)
  return centavos <= MAX_CENTAVOS && Math.abs(pesos * 100 - centavos) < 1e-6
}

/**
 * Parses a typed amount ("1,250.5", "₱ 500", "1250") into centavos; null when it is invalid. Commas and spaces are
 * ignored; more than two decimals, signs and exponents are refused.
 */
export function parsePesos(text: string): Centavos | null {
  const plain = text.replace(/[,\s₱]/g, '')
  const match = /^(\d{0,8})(?:\.(\d{0,2}))?$/.exec(plain)
  if (!match || plain === '' || plain === '.') return null
  const centavos = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return centavos <= MAX_CENTAVOS ? centavos : null
}
