import { z } from 'zod'
import { EVENT_KINDS, eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { historyLogSentences as s } from './sentences.ts'

/** What was written before events had types: its sentence as it was, and the names of the changed fields. */
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
      `Exported ${s.entryCount(entries.toLocaleString('en-PH'))} of the history log: ${type ? s.types[type] : s.allTypes}${searched ? ', with a search' : ''}`,
  }),
})

/** The backup is no feature: what the clinic is told of it stands here. */
export const backupEvents = eventTypesOf('backup', {
  'backup.daily.failed': eventType({
    kind: 'system',
    subject: 'backup',
    parameters: z.object({ problem: z.string() }),
    sentence: ({ problem }) => `Daily backup failed: ${problem}`,
  }),
  'backup.backup.restored': eventType({
    kind: 'system',
    subject: 'backup',
    parameters: z.object({ made_at: z.iso.datetime({ offset: true }) }),
    sentence: ({ made_at }) => `Restored the backup of ${formatInstant(new Date(made_at))}`,
  }),
})
