import pg from 'pg'
import { AppError } from '#server/lib/app-error.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { closureMessages } from '#shared/closed-dates/messages.ts'
import type { ErrorCode } from '#shared/lib/errors.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { closureRequestMessages } from '#shared/users/closure-request-messages.ts'

type Rule = { code: ErrorCode; sentence: string; field?: string }

/** What people read when a rule of the database stops a change. A service that knows more says it before. */
const sentences: Record<string, Rule> = {
  resource_slots__taken: { code: 'slot_taken', sentence: appointmentMessages.slotTaken },
  appointment_payments__once: { code: 'conflict', sentence: saleMessages.appointmentPaid },
  payments__reference_once: {
    code: 'conflict',
    sentence: 'This reference number has already been used.',
    field: 'reference_number',
  },
  people__email: { code: 'validation', sentence: 'This email is already registered.', field: 'email' },
  treatments__name: {
    code: 'validation',
    sentence: 'A treatment with this name already exists.',
    field: 'treatment_name',
  },
  services__name: {
    code: 'validation',
    sentence: 'This treatment already has a service with this name.',
    field: 'service_name',
  },
  add_ons__name: {
    code: 'validation',
    sentence: 'This treatment already has an add-on with this name.',
    field: 'addOn_name',
  },
  categories__name: { code: 'validation', sentence: 'A category with this name already exists.', field: 'name' },
  products__name: {
    code: 'validation',
    sentence: 'This category already has a product with this name.',
    field: 'name',
  },
  disabled_dates__date: { code: 'conflict', sentence: closureMessages.alreadyDisabled },
  closure_requests__one_open: { code: 'conflict', sentence: closureRequestMessages.alreadyOpen },
  documents__voided_once: { code: 'conflict', sentence: 'This sale has already been voided.' },
}

/** What the database itself said; an error of the line to it (`EPIPE` too has five letters) is none. */
export const isPgError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError

/** The constraint that stopped a statement; undefined for every other error. */
export const constraintOf = (error: unknown): string | undefined => (isPgError(error) ? error.constraint : undefined)

/** The error for a violated constraint that has a sentence; undefined for every other error. */
export function constraintError(error: unknown): AppError | undefined {
  if (!isPgError(error) || !error.constraint) return undefined
  const rule = sentences[error.constraint]
  if (!rule) return undefined
  const errors = rule.field && { errors: { [rule.field]: [rule.sentence] } }
  return new AppError(rule.code, rule.sentence, errors || {})
}
