import { formatInstant } from '#shared/lib/manila-time.ts'
import type { Delivery } from '#shared/webhooks/contract.ts'
import { webhookMessages as s } from '#shared/webhooks/messages.ts'

type Answered = Pick<Delivery, 'status' | 'error'>

/** What a receiver has answered, or why there was no answer; null before the first request. */
const answerText = ({ status, error }: Answered): string | null => {
  if (error !== null) return s.errors[error]
  return status === null ? null : s.answered(status)
}

/** The text of the receiver's answer with the time of the request. */
export function answerWithTime(answered: Answered, at: string | null): string | null {
  const text = answerText(answered)
  return text !== null && at !== null ? s.answeredAt(text, formatInstant(at)) : text
}
