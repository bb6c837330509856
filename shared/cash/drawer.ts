import type { Centavos } from '#shared/lib/money.ts'

/** Notes in pesos, the largest first. Coins are counted as one amount. */
export const NOTES = ['1000', '500', '200', '100', '50', '20'] as const
export type Note = (typeof NOTES)[number]

/** What lies in a drawer: how many of each note, and the coins. */
export type Count = { notes: Record<Note, number>; coins: Centavos }

export const noCount: Count = { notes: { '1000': 0, '500': 0, '200': 0, '100': 0, '50': 0, '20': 0 }, coins: 0 }

/** What so many of a note come to. */
export const noteTotal = (note: Note, pieces: number): Centavos => Number(note) * 100 * pieces

/** What a count comes to. */
export const countTotal = ({ notes, coins }: Count): Centavos =>
  NOTES.reduce((sum, note) => sum + noteTotal(note, notes[note]), coins)

/** What went into a drawer and out of it during a shift; none is negative. */
export type DrawerFlow = {
  float: Centavos
  pay_in: Centavos
  pay_out: Centavos
  cash_sales: Centavos
  /** Cash that was given back for sales that were taken back. */
  cash_back: Centavos
}

/** What must lie in the drawer. */
export const expectedCash = ({ float, pay_in, pay_out, cash_sales, cash_back }: DrawerFlow): Centavos =>
  float + pay_in - pay_out + cash_sales - cash_back

/** True for a difference that somebody must explain: one above what the clinic lets pass. */
export const needsReason = (difference: Centavos, allowed: Centavos): boolean => Math.abs(difference) > allowed
