import { listFileMessages } from '#shared/lib/lists/messages.ts'
import type { ListFile } from '#shared/lib/lists/list-file.ts'
import type { OutboxMessage } from './contract.ts'
import { messagesMessages as s } from './messages.ts'

const { columns } = listFileMessages

const reasons: Readonly<Record<string, string>> = s.reasons

/** The recipient of a message; messages about waiting requests go to the clinic's staff. */
export const recipientOf = ({ occasion, person }: OutboxMessage) =>
  person ?? (occasion === 'requests_waiting' ? s.staff : s.nobody)

export const messageFile: ListFile<OutboxMessage> = {
  name: 'messages',
  layout: 'wide',
  columns: [
    { header: s.created, kind: 'moment', width: 38, value: (row) => row.created_at },
    { header: s.person, kind: 'text', width: 48, value: recipientOf },
    { header: s.about, kind: 'text', width: 52, value: (row) => s.messageTypeNames[row.occasion] },
    { header: columns.sentBy, kind: 'text', width: 22, value: (row) => s.channel[row.channel] },
    { header: s.state, kind: 'text', width: 24, value: (row) => s.states[row.state] },
    { header: columns.reason, kind: 'text', value: ({ reason }) => reason && (reasons[reason] ?? reason) },
    { header: columns.sentAt, kind: 'moment', width: 38, value: (row) => row.sent_at },
  ],
}
