import type { QuestionSource } from '#server/alerts/public.ts'
import { missingForms } from './missing-forms.ts'

/**
 * Returns a question for each form that is not signed yet when a visit is to be started. Booking asks no questions
 * about forms, because clients sign later.
 */
export const formQuestions: QuestionSource = async ({ tx, branchId }, { appointmentId, step }) => {
  if (step !== 'started' || appointmentId === null) return []
  const [missing] = await missingForms(tx, { branchId, appointmentIds: [appointmentId] })
  return (missing?.forms ?? []).map(({ form_version_id, title }) => ({
    kind: 'form',
    key: `form:${form_version_id}`,
    title,
  }))
}
