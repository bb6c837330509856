import { formatPeso, parsePesos, toCentavos, toPesos } from '#shared/lib/money.ts'

/** Only what an amount is made of: digits and one point. A third decimal stays: it is refused with a sentence, not cut off. */
function significant(text: string): string {
  const [whole = '', ...decimals] = text.replace(/[^\d.]/g, '').split('.')
  return decimals.length === 0 ? whole : `${whole}.${decimals.join('')}`
}

/** Sets the commas while a person types: `1250.5` → `1,250.5`; anything that is not part of an amount is dropped. */
export function groupPesos(text: string): string {
  const [whole = '', decimals] = significant(text).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** Two decimals once the person has finished: `1,250.5` → `1,250.50`; text that is no amount stays as it is. */
export function finishPesos(text: string): string {
  const centavos = parsePesos(text)
  return centavos === null ? text : formatPeso(centavos).replace('₱', '')
}

/** Where the caret belongs in `grouped`, after as many digits and points as stood before it in `typed`. */
export function caretIn(grouped: string, typed: string, caret: number): number {
  let left = significant(typed.slice(0, caret)).length
  let index = 0
  while (left > 0 && index < grouped.length) {
    if (grouped[index] !== ',') left -= 1
    index += 1
  }
  return index
}

/** Pesos of what was typed; nothing typed is 0. What is no amount in pesos is NaN, which the contract refuses. */
export const pesosOf = (typed: string): number => (typed.trim() === '' ? 0 : toPesos(parsePesos(typed) ?? Number.NaN))

/** An amount as the price field shows it: `1250.5` is `1,250.50`. */
export const typedPrice = (pesos: number): string => finishPesos(String(toPesos(toCentavos(pesos))))
