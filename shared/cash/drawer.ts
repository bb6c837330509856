import type { Centavos } from '#shared/lib/money.ts'

/** Bank notes in pesos, largest first. Coins are counted as one amount. */
export const NOTES = ['1000', '500', '200', '100', '50', '20'] as const
export type Note = (typeof NOTES)[number]

/** The content of a drawer: the number of each note, and the coins. */
export type Count = { notes: Record<Note, number>; coins: Centavos }

export const noCount: Count = { notes: { '1000': 0, '500': 0, '200': 0, '100': 0, '50': 0, '20': 0 }, coins: 0 }

/** The value of a number of equal bank notes. */
export const noteTotal = (note: Note, pieces: number): Centavos => Number(note) * 100 * pieces

/** The value of a counted drawer: its bank notes and coins. */
export const countTotal = ({ notes, coins }: Count): Centavos =>
  NOTES.reduce((sum, note) => sum + noteTotal(note, notes[note]), coins)

/** Money put into a drawer, taken out of it for a purpose, and dropped at the bank. */
export const MOVEMENT_KINDS = ['in', 'out', 'drop'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

/** All cash that went into or out of a drawer during a shift; no amount is negative. */
export type DrawerFlow = {
  float: Centavos
  pay_in: Centavos
  pay_out: Centavos
  /** Cash that was taken out of the drawer to the bank. */
  drops: Centavos
  cash_sales: Centavos
  /** Cash paid back for voids and refunds. */
  cash_back: Centavos
}

/** The cash that should be in the drawer. */
export const expectedCash = ({ float, pay_in, pay_out, drops, cash_sales, cash_back }: DrawerFlow): Centavos =>
  float + pay_in - pay_out - drops + cash_sales - cash_back

/**
 * True for a difference between counted and expected cash that needs a reason, because it is above the clinic's limit.
 */
export const needsReason = (difference: Centavos, allowed: Centavos): boolean => Math.abs(difference) > allowed
