import { formatInstant } from '#shared/lib/manila-time.ts'
import type { Delivery } from '#shared/webhooks/contract.ts'
import { webhookMessages as s } from '#shared/webhooks/messages.ts'

type Answered = Pick<Delivery, 'status' | 'error'>

/** Says what the receiver of a webhook has answered, or why it has not answered; null before the first request. */
const answerText = ({ status, error }: Answered): string | null => {
  if (error !== null) return s.errors[error]
  return status === null ? null : s.answered(status)
}

/** The answer of a webhook's receiver in words, with the time of the request. */
export function answerWithTime(answered: Answered, at: string | null): string | null {
  const text = answerText(answered)
  return text !== null && at !== null ? s.answeredAt(text, formatInstant(at)) : text
}
