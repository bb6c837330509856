import { z } from 'zod'
import { EVENT_KINDS, eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { historyLogMessages as s } from './messages.ts'

/** An entry from before events had types, with its old sentence and the names of the changed fields. */
export const LEGACY_NOTE = 'legacy.note'

export const legacyEvents = eventTypesOf('legacy', {
  [LEGACY_NOTE]: eventType({
    kind: 'system',
    subject: 'note',
    parameters: z.object({ sentence: z.string() }),
    sentence: ({ sentence }) => sentence,
  }),
})

export const historyLogEvents = eventTypesOf('history-logs', {
  'history-logs.exported': eventType({
    kind: 'system',
    subject: 'export',
    parameters: z.object({ entries: z.number(), type: z.enum(EVENT_KINDS).nullable(), searched: z.boolean() }),
    sentence: ({ entries, type, searched }) =>
      `Exported ${s.entryCount(entries)} of the history log: ${type ? s.types[type] : s.allTypes}${searched ? ', with a search' : ''}`,
  }),
})
