import pg from 'pg'
import { AppError } from '#server/lib/app-error.ts'
import { apiKeyMessages } from '#shared/api-keys/messages.ts'
import { approvalMessages } from '#shared/approvals/messages.ts'
import { appointmentMessages, refusalMessages } from '#shared/appointments/messages.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { catalogueMessages } from '#shared/catalogue/messages.ts'
import { closedDatesMessages } from '#shared/closed-dates/messages.ts'
import { documentsMessages } from '#shared/clinic/messages.ts'
import type { ErrorCode } from '#shared/lib/errors.ts'
import { importRefusals } from '#shared/imports/messages.ts'
import { inventoryMessages } from '#shared/inventory/messages.ts'
import { mergeMessages } from '#shared/merges/messages.ts'
import { messagesMessages } from '#shared/messages/messages.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { packageMessages } from '#shared/prepaid/package-messages.ts'
import { resourceMessages } from '#shared/resources/messages.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { noteMessages } from '#shared/treatment-notes/messages.ts'
import { userMessages, closureRequestMessages } from '#shared/users/messages.ts'
import { webhookMessages } from '#shared/webhooks/messages.ts'
import { websiteMessages } from '#shared/website/messages.ts'

type Rule = { code: ErrorCode; sentence: string; field?: string }

/** The sentence for each violated constraint. Code that can say more checks the rule first and throws its own error. */
const sentences: Record<string, Rule> = {
  resource_slots__taken: { code: 'slot_taken', sentence: appointmentMessages.slotTaken },
  appointments__client_moves: { code: 'conflict', sentence: refusalMessages.movedTwice },
  appointment_payments__once: { code: 'conflict', sentence: saleMessages.appointmentPaid },
  payments__reference_once: { code: 'conflict', sentence: saleMessages.referenceTaken, field: 'reference_number' },
  people__email: { code: 'validation', sentence: userMessages.emailTaken, field: 'email' },
  accounts__practitioner_once: {
    code: 'validation',
    sentence: userMessages.practitionerTaken,
    field: 'practitioner_id',
  },
  accounts__practitioner: { code: 'validation', sentence: userMessages.practitionerUnknown, field: 'practitioner_id' },
  api_keys__name: { code: 'validation', sentence: apiKeyMessages.nameTaken, field: 'name' },
  webhook_endpoints__url: { code: 'validation', sentence: webhookMessages.urlTaken, field: 'url' },
  treatments__name: { code: 'validation', sentence: catalogueMessages.treatmentNameTaken, field: 'treatment_name' },
  services__eligible_or_excise: {
    code: 'validation',
    sentence: catalogueMessages.eligibleOrExcise,
    field: 'is_excise',
  },
  services__name: { code: 'validation', sentence: catalogueMessages.serviceNameTaken, field: 'service_name' },
  add_ons__name: { code: 'validation', sentence: catalogueMessages.addOnNameTaken, field: 'addOn_name' },
  categories__name: { code: 'validation', sentence: inventoryMessages.categoryNameTaken, field: 'name' },
  products__barcode: { code: 'validation', sentence: inventoryMessages.barcodeTaken, field: 'barcode' },
  products__name: { code: 'validation', sentence: inventoryMessages.productNameTaken, field: 'name' },
  resources__name: { code: 'validation', sentence: resourceMessages.nameTaken, field: 'name' },
  disabled_dates__date: { code: 'conflict', sentence: closedDatesMessages.alreadyDisabled },
  import_batches__one_at_a_time: { code: 'conflict', sentence: importRefusals.busy },
  treatment_notes__locked: { code: 'conflict', sentence: noteMessages.signedAlready },
  closure_requests__one_open: { code: 'conflict', sentence: closureRequestMessages.alreadyOpen },
  clients__merged: { code: 'conflict', sentence: mergeMessages.mergedMeanwhile },
  terminals__name: { code: 'validation', sentence: cashMessages.terminalNameTaken, field: 'name' },
  shifts__one_open: { code: 'conflict', sentence: cashMessages.shiftOpenAlready },
  shifts__active_terminal: { code: 'conflict', sentence: cashMessages.terminalInactive },
  shifts__day_closed: { code: 'conflict', sentence: cashMessages.dayClosed },
  shifts__forgotten_day: { code: 'conflict', sentence: cashMessages.forgottenDay },
  shifts__times: { code: 'conflict', sentence: cashMessages.closedBeforeOpened },
  cash_movements__open_shift: { code: 'conflict', sentence: cashMessages.shiftClosed },
  cash_movements__drawer: { code: 'conflict', sentence: cashMessages.drawerHoldsLess },
  cash_movements__approval_once: { code: 'forbidden', sentence: approvalMessages.used, field: 'approval_id' },
  till_actions__open_day: { code: 'conflict', sentence: cashMessages.dayClosed },
  documents__drawer: { code: 'conflict', sentence: cashMessages.drawerHoldsLess },
  approvals__known_shift: { code: 'not_found', sentence: cashMessages.shiftNotFound },
  documents__open_shift: { code: 'conflict', sentence: cashMessages.noOpenShift },
  documents__shift_of_day: { code: 'conflict', sentence: cashMessages.shiftOfEarlierDay },
  documents__day_closed: { code: 'conflict', sentence: cashMessages.voidAfterReading },
  z_readings__open_shift: { code: 'conflict', sentence: cashMessages.shiftStillOpen },
  z_readings__order: { code: 'conflict', sentence: cashMessages.daysInOrder },
  z_readings__once: { code: 'conflict', sentence: cashMessages.alreadyRead },
  z_readings__number: { code: 'conflict', sentence: cashMessages.alreadyRead },
  z_readings__follows: { code: 'conflict', sentence: cashMessages.readingFollows },
  documents__mode_of_now: { code: 'conflict', sentence: documentsMessages.modeChanged },
  branches__issues_invoices: { code: 'conflict', sentence: documentsMessages.noWayBack },
  branches__registered: { code: 'validation', sentence: documentsMessages.invoicesNeedData },
  branches__vat_of_mode: { code: 'validation', sentence: documentsMessages.invoicesNeedData },
  booklet_numbers__once: { code: 'validation', sentence: saleMessages.bookletNumberTaken, field: 'booklet_number' },
  booklet_numbers__of_slip: { code: 'conflict', sentence: saleMessages.noBookletNumber },
  booklet_numbers__open_shift: { code: 'conflict', sentence: saleMessages.bookletShiftClosed },
  shifts__booklet_numbers: { code: 'conflict', sentence: cashMessages.bookletNumbersMissing },
  payments__withheld_of_buyer: { code: 'validation', sentence: saleMessages.withheldNeedsBuyer },
  payments__withheld_within: { code: 'validation', sentence: saleMessages.withheldTooHigh },
  payments__change_from_cash: { code: 'validation', sentence: saleMessages.changeFromCashOnly },
  prepaid_accounts__balance: { code: 'conflict', sentence: prepaidMessages.tooLittleNow },
  package_sessions__used_once: { code: 'conflict', sentence: packageMessages.sessionUsed },
  package_sessions__open: { code: 'conflict', sentence: packageMessages.refunded },
  prepaid_accounts__open: { code: 'conflict', sentence: prepaidMessages.closedMeanwhile },
  prepaid_sales__reference_once: {
    code: 'conflict',
    sentence: saleMessages.referenceTaken,
    field: 'reference_number',
  },
  documents__void_or_refund: { code: 'conflict', sentence: saleMessages.voidedOrRefunded },
  documents__refund_within: { code: 'conflict', sentence: saleMessages.refundedMeanwhile },
  documents__approval_once: { code: 'forbidden', sentence: approvalMessages.used, field: 'approval_id' },
  approvals__known_sale: { code: 'not_found', sentence: saleMessages.notFound },
  message_occasions__always_on: { code: 'validation', sentence: messagesMessages.alwaysSent, field: 'is_on' },
  website_pictures_source_id_fkey: { code: 'not_found', sentence: websiteMessages.pictureGone },
  documents__voided_once: { code: 'conflict', sentence: saleMessages.alreadyVoided },
}

/**
 * True for errors that PostgreSQL itself reported. The errors of a broken connection come from Node.js, although their
 * codes can look like those of PostgreSQL (`EPIPE` has five letters too).
 */
export const isPgError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError

function errorOf({ code, sentence, field }: Rule): AppError {
  const errors = field && { errors: { [field]: [sentence] } }
  return new AppError(code, sentence, errors || {})
}

/** The error for a violated constraint that has a sentence; undefined for every other error. */
export function constraintError(error: unknown): AppError | undefined {
  const rule = isPgError(error) && error.constraint ? sentences[error.constraint] : undefined
  return rule && errorOf(rule)
}

/** The error to throw when ON CONFLICT DO NOTHING hid the violation. */
export const errorOfConstraint = (constraint: keyof typeof sentences): AppError => errorOf(sentences[constraint]!)
