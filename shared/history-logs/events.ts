import { z } from 'zod'
import { EVENT_KINDS, eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { listFileMessages as files } from '#shared/lib/lists/messages.ts'
import type { ListName } from '#shared/lib/lists/list-file.ts'
import { historyLogMessages as s } from './messages.ts'

const LIST_NAMES = Object.keys(files.titles) as ListName[]

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
  'history-logs.list.exported': eventType({
    kind: 'system',
    subject: 'export',
    parameters: z.object({ list: z.enum(LIST_NAMES), rows: z.number(), searched: z.boolean() }),
    sentence: ({ list, rows, searched }) =>
      `Exported ${files.rows(rows)} of the list ${files.titles[list]}${searched ? ', with a search' : ''}`,
  }),
})
