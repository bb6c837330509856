import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatNumber } from '#shared/lib/numbers.ts'

export const chartEvents = eventTypesOf('charts', {
  'charts.settings.changed': eventType({
    kind: 'update',
    subject: 'clinic',
    parameters: z.object({}),
    fields: {
      is_on: { label: 'kept', value: 'text' },
      is_open_to_practitioners: { label: 'open to all practitioners', value: 'text' },
    },
    sentence: (_, changes) => `Changed the settings of the clinical record${changes}`,
  }),
  'charts.chart.deleted': eventType({
    kind: 'delete',
    subject: 'client',
    parameters: z.object({ name: z.string() }),
    sentence: ({ name }) => `Deleted the chart of ${name}, which need not be kept any longer`,
  }),
  'charts.records.differ': eventType({
    kind: 'update',
    subject: 'clinic',
    parameters: z.object({ records: z.number() }),
    sentence: ({ records }) =>
      records === 1
        ? 'Found 1 signed form or treatment note that does not match what was signed'
        : `Found ${formatNumber(records)} signed forms or treatment notes that do not match what was signed`,
  }),
  'charts.reads.exported': eventType({
    kind: 'create',
    subject: 'clinic',
    parameters: z.object({ rows: z.number() }),
    sentence: ({ rows }) =>
      `Exported ${formatNumber(rows)} ${rows === 1 ? 'entry' : 'entries'} of the read log of charts`,
  }),
})
