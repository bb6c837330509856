import { formatInstant } from '#shared/lib/manila-time.ts'
import type { OutboxMessage } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import type { MessageState as State } from '#shared/messages/occasions.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const tones: Record<State, Tone> = {
  queued: 'info',
  sending: 'info',
  sent: 'success',
  failed: 'danger',
  skipped: 'neutral',
}

const reasons: Readonly<Record<string, string>> = s.reasons

/** Why a message was not sent or when it will be; null for a sent one. */
function reasonOf({ state, reason, send_at, sent_at }: OutboxMessage): string | null {
  if (state === 'sent') return sent_at && s.sentAt(formatInstant(sent_at))
  if (state === 'queued') {
    const leaves = s.waitsUntil(formatInstant(send_at))
    return reason === null ? leaves : `${s.triesAgain(reasons[reason] ?? reason)}. ${leaves}`
  }
  return reason === null ? null : (reasons[reason] ?? s.refused(reason))
}

/** The note about tries without a response from the gateway. */
function doubtOf({ state, unanswered }: OutboxMessage): string | null {
  if (unanswered === 0) return null
  if (state === 'sent') return s.mayHaveArrivedTwice
  return state === 'failed' ? s.mayHaveArrivedAsk : s.mayHaveArrived
}

/** The occasion and channel of a message. */
export const aboutOf = ({ occasion, channel }: OutboxMessage) => `${s.occasionNames[occasion]}, ${s.channel[channel]}`

/** The recipient of a message; those about waiting requests go to the clinic itself. */
export const toOf = ({ occasion, person }: OutboxMessage) =>
  person ?? (occasion === 'requests_waiting' ? s.staff : s.nobody)

/** The state of a message with reason or time. */
export function MessageState({ message }: { message: OutboxMessage }) {
  const doubt = doubtOf(message)
  return (
    <>
      <Badge tone={tones[message.state]}>{s.states[message.state]}</Badge>
      <span className="mt-1 block text-sm wrap-anywhere text-ink-2">{reasonOf(message)}</span>
      {doubt !== null && <span className="block text-sm text-ink-2">{doubt}</span>}
    </>
  )
}
