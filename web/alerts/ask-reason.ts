import type { Override, VisitQuestion, VisitStep } from '#shared/alerts/questions.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import type { ToastMessage } from '#web/ui/overlays/toast.ts'
import { showQuestions } from './asked-reason.ts'

const questionsIn = (error: unknown): readonly VisitQuestion[] =>
  error instanceof ApiError && error.code === 'needs_reason'
    ? (error.data as { questions: readonly VisitQuestion[] }).questions
    : []

/** The errors of refused calls for which the person was asked for a reason and gave none. */
const declined = new WeakSet<ApiError>()

/**
 * Returns the message of a failed call. After a call for which the person was asked for a reason and gave none, it
 * returns null, because the person then knows why the visit was not changed.
 */
export const failedUnlessDeclined =
  (failed: string | ((error: ApiError) => ToastMessage | null)) =>
  (error: ApiError): ToastMessage | null => {
    if (declined.has(error)) return null
    return typeof failed === 'string' ? { title: failed, description: error.message } : failed(error)
  }

/**
 * Sends a call that books or starts a visit. If the server refuses the visit because of an alert or a missing form, the
 * person is asked for a reason, and the call is sent again with this reason. If the person gives no reason, the refusal
 * is thrown.
 */
export async function sendWithReason<Answer>(
  step: VisitStep,
  send: (override: Override | undefined) => Promise<Answer>,
): Promise<Answer> {
  let override: Override | undefined
  for (;;) {
    try {
      return await send(override)
    } catch (error) {
      const questions = questionsIn(error)
      if (questions.length === 0) throw error
      const given = await new Promise<Override | null>((answer, fail) => {
        if (!showQuestions({ step, questions, answer })) fail(error)
      })
      if (!given) {
        if (error instanceof ApiError) declined.add(error)
        throw error
      }
      override = given
    }
  }
}
