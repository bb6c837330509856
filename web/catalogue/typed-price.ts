import { parsePesos, toCentavos, toPesos } from '#shared/lib/money.ts'
import { finishPesos } from '#web/ui/data/money-text.ts'

/** Pesos of what was typed; nothing typed is 0. What is no amount in pesos is NaN, which the contract refuses. */
export const pesosOf = (typed: string): number => (typed.trim() === '' ? 0 : toPesos(parsePesos(typed) ?? Number.NaN))

/** An amount as the price field shows it: `1250.5` is `1,250.50`. */
export const typedPrice = (pesos: number): string => finishPesos(String(toPesos(toCentavos(pesos))))
