import { z } from 'zod'
import { instant } from '#shared/lib/fields.ts'

// This module defines the parts of deposits that both clients and staff use. They are not in the contract for staff, so
// that the booking page does not load that contract.

/**
 * `requested`: the client has not paid yet. `reported`: the client says that it is paid, and staff must verify it.
 * `paid`: verified, with money left. `used`: the sale of a visit was paid with it. `returned` and `kept`: settled.
 * `expired`: the visit was cancelled before anything was paid.
 */
export const DEPOSIT_STATUSES = ['requested', 'reported', 'paid', 'used', 'returned', 'kept', 'expired'] as const
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number]

/** The ways in which clients pay a deposit from home. */
export const REPORT_METHODS = ['gcash', 'maya', 'bank_transfer'] as const
export type ReportMethod = (typeof REPORT_METHODS)[number]

/** The deposit policy as the client saw it. `return_notice_hours` is null if the clinic always keeps the deposit. */
export const depositPolicy = z.object({
  return_notice_hours: z.number().int().nullable(),
  note: z.string().nullable(),
})

export const report = z.object({
  method: z.enum(REPORT_METHODS),
  reference_number: z.string(),
  reported_at: instant,
  has_picture: z.boolean(),
})
