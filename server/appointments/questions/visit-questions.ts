import { alertQuestions, recordReason, requireAnswers, type QuestionSource } from '#server/alerts/public.ts'
import { formQuestions } from '#server/forms/public.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import type { Override, VisitQuestion, VisitStep } from '#shared/alerts/questions.ts'
import type { AppointmentRow } from '#server/appointments/views.ts'

/** What can speak against booking or starting a visit, in the order in which it is asked. */
const sources: readonly QuestionSource[] = [alertQuestions, formQuestions]

type Asked = {
  clientId: string
  /** The client's name. */
  client: string
  /** The visit that is to be started; null for one that is being booked. */
  appointmentId: string | null
  serviceIds: readonly string[]
  step: VisitStep
}

/** The questions against which a visit goes on, and the reason for it. */
export type AnsweredQuestions = { asked: Asked; reason: string; questions: VisitQuestion[] }

/**
 * Throws a 409 with what speaks against the visit, unless `override` has a reason for all of it. Returns the reason to
 * keep, or null if nothing speaks against the visit.
 */
export async function requireReason(
  context: Context<Principal>,
  asked: Asked,
  override: Override | undefined,
): Promise<AnsweredQuestions | null> {
  const questions = await requireAnswers(context, asked, override, sources)
  return override && questions.length > 0 ? { asked, reason: override.reason, questions } : null
}

/** Like `requireReason` for a visit that is to be started. Locks the client's record if a reason will be kept. */
export async function requireReasonToStart(
  context: Context<Principal>,
  row: AppointmentRow,
  override: Override | undefined,
): Promise<AnsweredQuestions | null> {
  const serviceIds = [row.service_id, ...(row.further ?? []).map(({ service_id }) => service_id)]
  const { id: appointmentId, client_id: clientId, name: client } = row
  const answered = await requireReason(
    context,
    { clientId, client, appointmentId, serviceIds, step: 'started' },
    override,
  )
  if (answered) await lockClientForUpdate(context.tx, row.user_id)
  return answered
}

/** Keeps the reason, if there is one, with the visit. Runs after the visit's own entry of the history log. */
export async function keepReason(
  context: Context<Principal>,
  answered: AnsweredQuestions | null,
  appointmentId: string,
): Promise<void> {
  if (!answered) return
  const { clientId, client, step } = answered.asked
  await recordReason(context, { appointmentId, clientId, client, step, reason: answered.reason }, answered.questions)
}
