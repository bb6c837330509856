import { earlierHeads, type RecordCheckResult } from '#server/charts/public.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { checkCopies } from '#server/forms/signing/check-copies.ts'
import { checkNotes } from '#server/treatment-notes/public.ts'

/** Checks every signed form and treatment note of a branch. Takes seconds and writes nothing. */
export async function checkRecords(tx: ReadTx, branchId: string): Promise<RecordCheckResult> {
  const earlier = await earlierHeads(tx, branchId)
  const forms = await checkCopies(tx, branchId, earlier?.forms)
  const notes = await checkNotes(tx, branchId, earlier?.notes)
  return {
    forms: forms.count,
    notes: notes.count,
    findings: [...forms.findings, ...notes.findings],
    heads: { forms: forms.head, notes: notes.head },
  }
}
