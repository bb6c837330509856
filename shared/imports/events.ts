import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'
import { IMPORT_KINDS } from './kinds.ts'
import { importMessages } from './messages.ts'

const batch = z.object({ kind: z.enum(IMPORT_KINDS), file: z.string() })
const rows = (count: number) => plural(count, { one: '1 row', other: `${formatNumber(count)} rows` })
const kindOf = ({ kind }: z.output<typeof batch>) => importMessages.kinds[kind].toLowerCase()

export const importEvents = eventTypesOf('imports', {
  'imports.file.read': eventType({
    kind: 'create',
    subject: 'import',
    parameters: batch.extend({ rows: z.number() }),
    sentence: (file) => `Chose the file ${file.file} with ${rows(file.rows)} to import ${kindOf(file)}`,
  }),
  'imports.file.discarded': eventType({
    kind: 'delete',
    subject: 'import',
    parameters: batch,
    sentence: (file) => `Discarded the file ${file.file} without importing its ${kindOf(file)}`,
  }),
  'imports.batch.started': eventType({
    kind: 'create',
    subject: 'import',
    parameters: batch,
    sentence: (file) => `Started to import ${kindOf(file)} from ${file.file}`,
  }),
  'imports.batch.imported': eventType({
    kind: 'create',
    subject: 'import',
    parameters: batch.extend({ created: z.number(), filled: z.number(), left: z.number() }),
    sentence: (done) =>
      `Imported ${kindOf(done)} from ${done.file}: ${formatNumber(done.created)} added, ${formatNumber(done.filled)} completed, ${formatNumber(done.left)} left out`,
  }),
  'imports.refused.exported': eventType({
    kind: 'update',
    subject: 'import',
    parameters: batch.extend({ rows: z.number() }),
    sentence: (file) => `Downloaded ${rows(file.rows)} of ${file.file} that could not be imported`,
  }),
  'imports.undo.started': eventType({
    kind: 'delete',
    subject: 'import',
    parameters: batch,
    sentence: (file) => `Started to undo the import of ${kindOf(file)} from ${file.file}`,
  }),
  'imports.batch.undone': eventType({
    kind: 'delete',
    subject: 'import',
    parameters: batch.extend({ removed: z.number(), kept: z.number() }),
    sentence: (done) =>
      `Undid the import of ${kindOf(done)} from ${done.file}: ${formatNumber(done.removed)} removed, ${formatNumber(done.kept)} kept`,
  }),
})
