import { alertMessages as s, alertText } from '#shared/alerts/messages.ts'
import type { VisitQuestion } from '#shared/alerts/questions.ts'

/**
 * Returns a sentence that says why a visit should not be booked or started, such as the client's allergy; each kind of
 * visit question has a different sentence.
 */
export function questionText(question: VisitQuestion): string {
  if (question.kind === 'form') return s.questionForm(question.title)
  const { alert_kind, text, treatments } = question
  return s.questionAgainst(alertText(alert_kind, text), treatments.join(', '))
}
