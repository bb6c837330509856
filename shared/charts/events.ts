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
  'charts.reads.exported': eventType({
    kind: 'create',
    subject: 'clinic',
    parameters: z.object({ rows: z.number() }),
    sentence: ({ rows }) =>
      `Exported ${formatNumber(rows)} ${rows === 1 ? 'entry' : 'entries'} of the read log of charts`,
  }),
})
