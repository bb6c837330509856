import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { endsBeforeItBegins, type documentsContract, type DocumentSettings } from '#shared/clinic/documents-contract.ts'
import { documentsMessages as s } from '#shared/clinic/messages.ts'
import { missingText } from '#shared/clinic/missing-text.ts'
import { isInvoiceMode, missingFor, type ClinicMode, type Missing } from '#shared/clinic/documents.ts'
import { clinicEvents } from '#shared/clinic/events.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos, toPesos } from '#shared/lib/money.ts'
import { smallSaleLimit, UNNAMED } from './issuer.ts'
import * as queries from './queries.ts'

/** What kind of document a branch issues, and its registration. */
export async function documentSettings(tx: ReadTx, branchId: string): Promise<DocumentSettings> {
  const { document_mode, small_sale_limit_centavos, ...branch } = await queries.readDocumentSettings(tx, branchId)
  return {
    ...branch,
    name: branch.name === '' ? UNNAMED : branch.name,
    mode: document_mode,
    small_sale_limit: toPesos(small_sale_limit_centavos),
  }
}

/** The document mode in which sales of the branch are issued now. */
export const documentMode = async (tx: ReadTx, branchId: string): Promise<ClinicMode> =>
  (await queries.readDocumentMode(tx, branchId)).document_mode

/** The limit of small sales in centavos, also of a clinic that no longer issues sales slips. */
export const readSmallSaleLimit = async (tx: ReadTx, branchId: string): Promise<number> =>
  (await queries.readDocumentMode(tx, branchId)).small_sale_limit_centavos

/**
 * Returns the document mode of the branch, and the amount in pesos below which a sale gets a sales slip; null if no
 * sale does.
 */
export async function issuedNow(tx: ReadTx, branchId: string) {
  const branch = await queries.readDocumentMode(tx, branchId)
  const limit = smallSaleLimit(branch)
  return { mode: branch.document_mode, small_sale_limit: limit === null ? null : toPesos(limit) }
}

type Changes = Parsed<typeof documentsContract.save>['body']

/** Throws a 422 if registration details that the document mode requires are missing, and lists all of them. */
function requireComplete(missing: readonly Missing[]): void {
  if (missing.length === 0) return
  const sentence = s.lacks(missing.map(missingText).join(', '))
  const errors: Record<string, string[]> = { mode: [sentence] }
  throw new AppError('validation', sentence, { errors })
}

/**
 * Throws a 409 for a change away from invoices once one was issued, and for any change of the mode while a shift is
 * open, because a reading has one mode.
 */
function requireChangeable(before: DocumentSettings, mode: ClinicMode, hasOpenShift: boolean): void {
  if (mode === before.mode) return
  if (before.has_issued_invoices && !isInvoiceMode(mode)) throw new AppError('conflict', s.noWayBack)
  if (hasOpenShift) throw new AppError('conflict', s.shiftsOpen)
}

/**
 * Saves the document mode and the registration of a branch; unchanged values are returned as they are. Throws a 422
 * with all details that the mode requires and that are missing, and a 409 for a stale form, for leaving invoice modes,
 * or for another mode while a shift is open.
 */
export async function saveDocuments(context: Context<Principal>, sent: Changes): Promise<DocumentSettings> {
  const { tx, branchId, now } = context
  await queries.lockBranch(tx, branchId)
  const before = await documentSettings(tx, branchId)
  const changes = {
    ...sent,
    covers_small_sales: sent.covers_small_sales ?? before.covers_small_sales,
    small_sale_limit: sent.small_sale_limit ?? before.small_sale_limit,
    accreditation_until: sent.accreditation_until === undefined ? before.accreditation_until : sent.accreditation_until,
    supplier_name: sent.supplier_name ?? before.supplier_name,
    supplier_address: sent.supplier_address ?? before.supplier_address,
    supplier_tin: sent.supplier_tin ?? before.supplier_tin,
  }
  const differences = changesBetween(clinicEvents['clinic.documents.changed'], before, changes)
  if (differences.length === 0) return before
  if (endsBeforeItBegins(changes)) throw invalid('accreditation_until', s.accreditationUntilInvalid)
  requireVersion(context, before)
  requireChangeable(before, changes.mode, await queries.hasOpenShift(tx, branchId))
  requireComplete(missingFor(changes.mode, { ...before, ...changes }))
  const { mode, small_sale_limit, ...fields } = changes
  await queries.updateBranch(tx, branchId, {
    ...fields,
    document_mode: mode,
    small_sale_limit_centavos: toCentavos(small_sale_limit),
    updated_at: now,
  })
  await writeAuditLog(context, {
    type: 'clinic.documents.changed',
    subjectId: null,
    parameters: {},
    changes: differences,
  })
  return documentSettings(tx, branchId)
}
