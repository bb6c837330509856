import { parsePesos, toCentavos, toPesos } from '#shared/lib/money.ts'
import { finishPesos } from '#web/ui/money-text.ts'

/** Pesos of what was typed; nothing typed, or nothing that is an amount, is 0. */
export const pesosOf = (typed: string): number => toPesos(parsePesos(typed) ?? 0)

/** An amount as the price field shows it: `1250.5` is `1,250.50`. */
export const typedPrice = (pesos: number): string => finishPesos(String(toPesos(toCentavos(pesos))))
