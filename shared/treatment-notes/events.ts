import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'

const ofNote = z.object({ client: z.string(), appointment_date: z.string() })
const whose = ({ client, appointment_date }: z.output<typeof ofNote>) =>
  `the treatment note of ${client} of ${formatDate(appointment_date)}`
const named = z.object({ name: z.string() })

/** The events of treatment notes. They contain no words of a note, because many people read the log. */
export const treatmentNoteEvents = eventTypesOf('treatment-notes', {
  'treatment-notes.note.started': eventType({
    kind: 'create',
    subject: 'treatment note',
    parameters: ofNote,
    sentence: (note) => `Started ${whose(note)}`,
  }),
  'treatment-notes.note.changed': eventType({
    kind: 'update',
    subject: 'treatment note',
    parameters: ofNote,
    sentence: (note) => `Wrote in ${whose(note)}`,
  }),
  'treatment-notes.note.signed': eventType({
    kind: 'update',
    subject: 'treatment note',
    parameters: ofNote,
    sentence: (note) => `Signed off ${whose(note)}`,
  }),
  'treatment-notes.note.added': eventType({
    kind: 'update',
    subject: 'treatment note',
    parameters: ofNote,
    sentence: (note) => `Added to ${whose(note)}`,
  }),
  'treatment-notes.template.saved': eventType({
    kind: 'update',
    subject: 'note template',
    parameters: named,
    sentence: ({ name }) => `Saved the note template ${name}`,
  }),
  'treatment-notes.template.removed': eventType({
    kind: 'delete',
    subject: 'note template',
    parameters: named,
    sentence: ({ name }) => `Deleted the note template ${name}`,
  }),
  'treatment-notes.template.restored': eventType({
    kind: 'update',
    subject: 'note template',
    parameters: named,
    sentence: ({ name }) => `Restored the built-in note template ${name}`,
  }),
  'treatment-notes.recall.exported': eventType({
    kind: 'create',
    subject: 'clinic',
    parameters: z.object({ rows: z.number() }),
    sentence: ({ rows }) => `Exported the clients of a batch (${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'})`,
  }),
})
