import { alertQuestions, recordReason, requireAnswers, type QuestionSource } from '#server/alerts/public.ts'
import { formQuestions } from '#server/forms/public.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import type { Override, VisitQuestion, VisitStep } from '#shared/alerts/questions.ts'
import type { AppointmentRow } from '#server/appointments/views.ts'

/** Where questions about a visit come from (alerts and unsigned forms), in the order in which staff are asked them. */
const sources: readonly QuestionSource[] = [alertQuestions, formQuestions]

type Asked = {
  clientId: string
  /** The client's name. */
  client: string
  /** Null for a visit that is being booked. */
  appointmentId: string | null
  serviceIds: readonly string[]
  step: VisitStep
}

/**
 * The questions that were asked about a visit, and the reason for which staff booked, moved or started the visit all
 * the same.
 */
export type AnsweredQuestions = { asked: Asked; reason: string; questions: VisitQuestion[] }

/**
 * Throws a 409 with the questions about a visit, unless `override` has a reason for all of them. Returns that reason
 * with the questions, or null if there are no questions.
 */
export async function requireReason(
  context: Context<Principal>,
  asked: Asked,
  override: Override | undefined,
): Promise<AnsweredQuestions | null> {
  const questions = await requireAnswers(context, asked, override, sources)
  return override && questions.length > 0 ? { asked, reason: override.reason, questions } : null
}

const serviceIdsOf = ({ service_id, further }: AppointmentRow): string[] => [
  service_id,
  ...(further ?? []).map((one) => one.service_id),
]

const askedOf = ({ id, client_id, name }: AppointmentRow, serviceIds: readonly string[], step: VisitStep): Asked => ({
  clientId: client_id,
  client: name,
  appointmentId: id,
  serviceIds,
  step,
})

/** Like `requireReason` for a visit that is to be started. Locks the client's record if a reason will be kept. */
export async function requireReasonToStart(
  context: Context<Principal>,
  row: AppointmentRow,
  override: Override | undefined,
): Promise<AnsweredQuestions | null> {
  const answered = await requireReason(context, askedOf(row, serviceIdsOf(row), 'started'), override)
  if (answered) await lockClientForUpdate(context.tx, row.user_id)
  return answered
}

/**
 * Like `requireReason` for a booked visit that staff move, or to which they give other services: `changed` has the ids
 * of the new services. The caller has locked the client's record, so that no alert is added before the commit.
 */
export const requireReasonToChange = (
  context: Context<Principal>,
  row: AppointmentRow,
  { changed, override }: { changed?: readonly string[]; override?: Override | undefined },
): Promise<AnsweredQuestions | null> =>
  requireReason(context, askedOf(row, changed ?? serviceIdsOf(row), changed ? 'changed' : 'moved'), override)

/**
 * Stores the reason for which staff went on with a visit, if they had to give one. Runs after the visit's own log
 * entry.
 */
export async function keepReason(
  context: Context<Principal>,
  answered: AnsweredQuestions | null,
  appointmentId: string,
): Promise<void> {
  if (!answered) return
  const { clientId, client, step } = answered.asked
  await recordReason(context, { appointmentId, clientId, client, step, reason: answered.reason }, answered.questions)
}
