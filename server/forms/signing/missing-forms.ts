import type { ReadTx } from '#server/db/pool.ts'
import { formsDue } from '#shared/forms/requirement.ts'
import type { MissingFormsOfVisit } from '#shared/forms/signing-contract.ts'
import * as dueViews from './due-views.ts'

type Wanted = { branchId: string; appointmentIds: readonly string[] }

/**
 * Returns for each of the given visits the forms that are not signed yet, in the order in which they are signed. A
 * visit that the branch does not have is left out of the result.
 */
export async function missingForms(tx: ReadTx, { branchId, appointmentIds }: Wanted): Promise<MissingFormsOfVisit[]> {
  if (appointmentIds.length === 0) return []
  const visits = await dueViews.visitsWithServices(tx, branchId, appointmentIds)
  const forms = visits.length === 0 ? [] : await dueViews.requiredForms(tx, branchId)
  if (forms.length === 0) return visits.map(({ id, client_id }) => ({ appointment_id: id, client_id, forms: [] }))
  const copies = await dueViews.signedCopies(tx, [...new Set(visits.map(({ client_id }) => client_id))])
  return visits.map((visit) => ({
    appointment_id: visit.id,
    client_id: visit.client_id,
    forms: formsDue(
      forms,
      copies.filter(({ client_id }) => client_id === visit.client_id),
      visit,
    ).map(({ form_version_id, title }) => ({ form_version_id, title })),
  }))
}
