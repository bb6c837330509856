import { recordChartRead, requireChart, requireClinicalRecord, withChart } from '#server/charts/public.ts'
import { missingForms } from '#server/forms/public.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { findPersonOfClient } from '#server/people/find-person.ts'
import type { MissingForm, MissingFormsOfVisit, SignedForm, SignedFormRow } from '#shared/forms/signing-contract.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import { presentCopy, presentCopyRow } from './present-copy.ts'
import * as views from './views.ts'

/** The signed copies in a chart, newest first. */
export const listCopies = (context: DetachedContext<Principal>, clientId: string): Promise<SignedFormRow[]> =>
  withChart(context, clientId, async ({ tx }) => (await views.copiesOf(tx, clientId)).map(presentCopyRow))

/** One signed copy of a chart, recorded in the read log. Throws a 404 for a copy of another client. */
export const readCopy = (context: DetachedContext<Principal>, clientId: string, id: string): Promise<SignedForm> =>
  withChart(context, clientId, async (inside) => {
    const copy = await views.copyById(inside.tx, id)
    if (copy?.client_id !== clientId) throw new AppError('not_found', s.copyUnknown)
    await recordChartRead(inside, { clientId, kind: 'form', subjectId: id })
    return presentCopy(copy)
  })

/**
 * The missing forms of the given visits, without visits that miss none. A practitioner sees only the forms of their own
 * visits.
 */
export async function missingOfVisits(
  context: ReadContext<Principal>,
  appointmentIds: readonly string[],
): Promise<MissingFormsOfVisit[]> {
  const { tx, branchId, user } = context
  await requireClinicalRecord(context)
  const ids = user.permissions.has('visits.own') ? await views.ownVisits(tx, user.id, appointmentIds) : appointmentIds
  const visits = await missingForms(tx, { branchId, appointmentIds: ids })
  return visits.filter(({ forms }) => forms.length > 0)
}

type MissingOfClient = { appointment_id: string | null; forms: MissingForm[] }

/** The missing forms of a client's next visit. Throws a 404 for an unknown client. */
export async function missingOfClient(context: ReadContext<Principal>, clientId: string): Promise<MissingOfClient> {
  const { tx, branchId, now, user } = context
  await requireClinicalRecord(context)
  if (user.permissions.has('charts.read')) await requireChart(context, clientId)
  else if (!(await findPersonOfClient(tx, clientId))) throw new AppError('not_found', s.clientUnknown)
  const visit = await views.nextVisitOf(tx, branchId, clientId, now)
  if (!visit) return { appointment_id: null, forms: [] }
  const [missing] = await missingForms(tx, { branchId, appointmentIds: [visit.id] })
  return { appointment_id: visit.id, forms: missing?.forms ?? [] }
}
