import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatNumber } from '#shared/lib/numbers.ts'

const file = z.object({ file: z.string() })

export const clinicImportEvents = eventTypesOf('clinic-imports', {
  'clinic-imports.file.chosen': eventType({
    kind: 'create',
    subject: 'import',
    parameters: file,
    sentence: ({ file: name }) => `Chose the export ${name} to bring in all its data`,
  }),
  'clinic-imports.file.discarded': eventType({
    kind: 'delete',
    subject: 'import',
    parameters: file,
    sentence: ({ file: name }) => `Discarded the export ${name} without bringing in its data`,
  }),
  'clinic-imports.import.started': eventType({
    kind: 'create',
    subject: 'import',
    parameters: file,
    sentence: ({ file: name }) => `Started to bring in all data of ${name}`,
  }),
  'clinic-imports.import.finished': eventType({
    kind: 'system',
    subject: 'import',
    parameters: file.extend({ rows: z.number() }),
    sentence: ({ file: name, rows }) => `Brought in all data of ${name}: ${formatNumber(rows)} rows`,
  }),
})
