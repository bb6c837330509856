import type { QuestionSource } from '#server/alerts/public.ts'
import { missingForms } from './missing-forms.ts'

/** The forms that are not signed for a visit that is to be started. Booking asks nothing: clients sign later. */
export const formQuestions: QuestionSource = async ({ tx, branchId }, { appointmentId, step }) => {
  if (step !== 'started' || appointmentId === null) return []
  const [missing] = await missingForms(tx, { branchId, appointmentIds: [appointmentId] })
  return (missing?.forms ?? []).map(({ form_version_id, title }) => ({
    kind: 'form',
    key: `form:${form_version_id}`,
    title,
  }))
}
