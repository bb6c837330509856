import type { Till } from '#shared/cash/contract.ts'
import { cashTillMessages } from '#shared/cash/till-messages.ts'
import { refundMessages } from '#shared/sales/refunds/messages.ts'

/** The first value of the field `terminal_id` of a form, before a terminal is chosen. */
export const noTerminal: string | null = null

/** The texts for choosing a terminal: the drawer that pays out cash, or else only the shift in which money is recorded. */
export const terminalTexts = (isPaidOut: boolean) => (isPaidOut ? refundMessages : cashTillMessages.inShift)

/** The message for a form whose terminal must still be chosen; `drawers` comes from `useDrawers`. */
export const terminalProblem = (
  drawers: Till['terminals'] | null,
  terminalId: string | null,
  isPaidOut: boolean,
): { terminal_id?: string } =>
  drawers && terminalId === null ? { terminal_id: terminalTexts(isPaidOut).terminalRequired } : {}
