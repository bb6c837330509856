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

/** Why a message was not sent, or when it leaves; nothing for one that was sent. */
function reasonOf({ state, reason, send_at, sent_at }: OutboxMessage): string | null {
  if (state === 'sent') return sent_at && s.sentAt(formatInstant(sent_at))
  if (state === 'queued') {
    const leaves = s.waitsUntil(formatInstant(send_at))
    return reason === null ? leaves : `${s.triesAgain(reason)}. ${leaves}`
  }
  return reason === null ? null : (reasons[reason] ?? s.refused(reason))
}

/** The occasion and the way of a message. */
export const aboutOf = ({ occasion, channel }: OutboxMessage) => `${s.occasionNames[occasion]}, ${s.channel[channel]}`

/** How a message stands, and why or when. */
export const MessageState = ({ message }: { message: OutboxMessage }) => (
  <>
    <Badge tone={tones[message.state]}>{s.states[message.state]}</Badge>
    <span className="mt-1 block text-sm wrap-anywhere text-ink-2">{reasonOf(message)}</span>
  </>
)
