import { isClinicalRecordOn } from '#server/db/chart-facts.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { alertMessages as s } from '#shared/alerts/messages.ts'
import type { Override, VisitQuestion, VisitStep } from '#shared/alerts/questions.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** The client and services of a visit, and what staff are about to do with it, such as booking or starting it. */
type VisitInQuestion = {
  clientId: string
  /** Null for a visit that is being booked. */
  appointmentId: string | null
  serviceIds: readonly string[]
  step: VisitStep
}

/**
 * A function that returns questions which staff must answer before they book or start a visit, for example because of
 * an alert or a missing form.
 */
export type QuestionSource = (context: Context<Principal>, visit: VisitInQuestion) => Promise<VisitQuestion[]>

/** Returns a question for each current alert because of which the client should not have a treatment of the visit. */
export const alertQuestions: QuestionSource = async ({ tx }, { clientId, serviceIds }) =>
  (await views.alertsAgainst(tx, clientId, serviceIds)).map(({ id, kind, text, treatments }) => ({
    kind: 'alert',
    key: `alert:${id}`,
    alert_kind: kind,
    text,
    treatments,
  }))

/**
 * True if staff answered the same question before. A question about an alert must name no treatment that the earlier
 * answers did not cover.
 */
const isAnswered = (question: VisitQuestion, earlier: readonly VisitQuestion[]): boolean =>
  earlier.some(
    (answered) =>
      answered.key === question.key &&
      (question.kind !== 'alert' ||
        (answered.kind === 'alert' && question.treatments.every((name) => answered.treatments.includes(name)))),
  )

/**
 * Collects the questions of all sources about the visit. Moving a visit and changing its services ask only questions
 * that nobody has answered yet, so that staff who move a visit by half an hour need not repeat the reason given when it
 * was booked. Starting a visit asks all questions.
 */
async function askSources(
  context: Context<Principal>,
  visit: VisitInQuestion,
  sources: readonly QuestionSource[],
): Promise<VisitQuestion[]> {
  const questions: VisitQuestion[] = []
  for (const source of sources) questions.push(...(await source(context, visit)))
  const { appointmentId, step } = visit
  if (questions.length === 0 || appointmentId === null || step === 'started') return questions
  const earlier = await views.answeredQuestions(context.tx, appointmentId)
  return questions.filter((question) => !isAnswered(question, earlier))
}

/**
 * Returns the questions of all sources about the visit. Throws a 409 with them unless the caller has seen each of them
 * and gives a reason. A clinic without a clinical record asks nothing.
 */
export async function requireAnswers(
  context: Context<Principal>,
  visit: VisitInQuestion,
  override: Override | undefined,
  sources: readonly QuestionSource[],
): Promise<VisitQuestion[]> {
  if (!(await isClinicalRecordOn(context.tx, context.branchId))) return []
  const questions = await askSources(context, visit, sources)
  const seen = new Set(override?.questions)
  if (questions.some(({ key }) => !seen.has(key)))
    throw new AppError('needs_reason', s.asksReason, { data: { questions } })
  return questions
}

type Given = { appointmentId: string; clientId: string; client: string; step: VisitStep; reason: string }

/** Saves the reason that staff gave for going on with a visit in spite of the questions of the client's alerts. */
export async function recordReason(
  context: Context<Principal>,
  { appointmentId, clientId, client, step, reason }: Given,
  questions: readonly VisitQuestion[],
): Promise<void> {
  const { tx, branchId, now, user } = context
  await queries.insertReason(tx, {
    id: newId(),
    branch_id: branchId,
    client_id: clientId,
    appointment_id: appointmentId,
    step,
    reason,
    questions: JSON.stringify(questions),
    given_at: now,
    given_by: user.id,
    given_by_name: user.name,
  })
  await writeAuditLog(context, { type: 'alerts.reason.given', subjectId: appointmentId, parameters: { client, step } })
}
