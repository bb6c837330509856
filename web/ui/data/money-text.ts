import { formatPeso, parsePesos, toCentavos, toPesos } from '#shared/lib/money.ts'

/** Keeps digits and one point. A third decimal stays, so that it is refused with a message rather than cut. */
function significant(text: string): string {
  const [whole = '', ...decimals] = text.replace(/[^\d.]/g, '').split('.')
  return decimals.length === 0 ? whole : `${whole}.${decimals.join('')}`
}

/** Adds commas while typing: `1250.5` → `1,250.5`; other characters are dropped. */
export function groupPesos(text: string): string {
  const [whole = '', decimals] = significant(text).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** Adds two decimals after typing: `1,250.5` → `1,250.50`; invalid text stays. */
export function finishPesos(text: string): string {
  const centavos = parsePesos(text)
  return centavos === null ? text : formatPeso(centavos).replace('₱', '')
}

/** The caret's position in `grouped`, after as many digits and points as in `typed`. */
export function caretIn(grouped: string, typed: string, caret: number): number {
  let left = significant(typed.slice(0, caret)).length
  let index = 0
  while (left > 0 && index < grouped.length) {
    if (grouped[index] !== ',') left -= 1
    index += 1
  }
  return index
}

/** Parses typed pesos; empty is 0. Invalid text becomes NaN, so that the validation of the form reports an error. */
export const pesosOf = (typed: string): number => (typed.trim() === '' ? 0 : toPesos(parsePesos(typed) ?? Number.NaN))

/** An amount as the price field shows it: `1250.5` becomes `1,250.50`. */
export const typedPrice = (pesos: number): string => finishPesos(String(toPesos(toCentavos(pesos))))
