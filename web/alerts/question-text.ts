import { alertMessages as s, alertText } from '#shared/alerts/messages.ts'
import type { VisitQuestion } from '#shared/alerts/questions.ts'

/**
 * Says what speaks against booking or starting a visit as a sentence; each kind of visit question has a sentence of its
 * own.
 */
export function questionText(question: VisitQuestion): string {
  if (question.kind === 'form') return s.questionForm(question.title)
  const { alert_kind, text, treatments } = question
  return s.questionAgainst(alertText(alert_kind, text), treatments.join(', '))
}
