import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'

export const backupEvents = eventTypesOf('backup', {
  'backup.daily.failed': eventType({
    kind: 'system',
    subject: 'backup',
    parameters: z.object({ problem: z.string() }),
    sentence: ({ problem }) => `Daily backup failed: ${problem}`,
  }),
  'backup.trial.failed': eventType({
    kind: 'system',
    subject: 'backup',
    parameters: z.object({ problem: z.string() }),
    sentence: ({ problem }) => `Trial restore of the backup failed: ${problem}`,
  }),
  'backup.backup.restored': eventType({
    kind: 'system',
    subject: 'backup',
    parameters: z.object({ made_at: z.string() }),
    sentence: ({ made_at }) => `Restored the backup of ${formatInstant(new Date(made_at))}`,
  }),
})
