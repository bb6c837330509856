import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import {
  civilDate,
  civilTime,
  id,
  instant,
  messageAnswer,
  noBody,
  requiredText,
  strictBody,
  version,
} from '#shared/lib/fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { noteMessages as s } from './messages.ts'
import { noteContent, noteTemplateContent, sentNoteContent } from './note.ts'

/** A visit that a note is about. */
const noteVisit = z.object({
  appointment_id: id,
  appointment_date: civilDate,
  appointment_time: civilTime,
  treatment_id: id,
  treatment_name: z.string(),
  service_name: z.string(),
  practitioner_name: z.string().nullable(),
})
export type NoteVisit = z.output<typeof noteVisit>

const signature = z.object({ at: instant, by: z.string(), hash: z.string() })
const addition = z.object({ id, text: z.string(), added_at: instant, added_by: z.string() })

export const treatmentNote = z.object({
  id,
  template_key: z.string(),
  template: noteTemplateContent,
  content: noteContent,
  version,
  created_by: z.string(),
  updated_at: instant,
  updated_by: z.string(),
  /** Who signed the note off, and when; null if it is not signed off yet. A signed note never changes. */
  signed: signature.nullable(),
  additions: z.array(addition),
})
export type TreatmentNote = z.output<typeof treatmentNote>

const noteSummary = noteVisit.extend({
  note_id: id,
  template_name: z.string(),
  /** The products of the note as text, one entry each: name, amount and unit. */
  products: z.array(z.string()),
  excerpt: z.string(),
  signed_at: instant.nullable(),
  signed_by: z.string().nullable(),
  updated_by: z.string(),
  additions: z.number().int(),
})
export type NoteSummary = z.output<typeof noteSummary>

/** A product that the clinic used lately, or has in its inventory. */
const productChoice = z.object({ name: z.string(), product_id: id.nullable(), unit: z.string() })
export type ProductChoice = z.output<typeof productChoice>

const recentBatch = z.object({
  name: z.string(),
  product_id: id.nullable(),
  batch: z.string(),
  expires_on: civilDate.nullable(),
})

const templateKey = z.string().regex(/^(?:[a-z]{1,20}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, s.templateUnknown)
const namedTemplate = z.object({ key: templateKey, content: noteTemplateContent })
export type NamedTemplate = z.output<typeof namedTemplate>

const workspace = z.object({
  client_name: z.string(),
  /** True if the caller may write the note; false for a locked chart. */
  may_write: z.boolean(),
  visit: noteVisit,
  /** The date in the clinic, against which expiry dates are compared. */
  today: civilDate,
  note: treatmentNote.nullable(),
  /** The template that is assigned to the visit's treatment. */
  suggested_template: z.string(),
  templates: z.array(namedTemplate),
  /** The client's last note of each template before this visit. */
  last_notes: z.array(z.object({ template_key: z.string(), appointment_date: civilDate, content: noteContent })),
  recent_batches: z.array(recentBatch),
  /** The products to choose from: recently used ones first, then those of the inventory. */
  products: z.array(productChoice),
})
export type NoteWorkspace = z.output<typeof workspace>

const ofClient = z.object({ clientId: id })
const ofVisit = z.object({ clientId: id, appointmentId: id })
const noteAnswer = z.object({ data: treatmentNote })

/** Page size of the timeline of a chart. */
export const NOTES_PER_PAGE = 10

export const treatmentNotesContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/charts/:clientId/notes',
    access: 'charts.read',
    summary: 'The treatment notes of a chart, newest visit first, and the visits that have none yet',
    database: 'none',
    writesOnRead: true,
    params: ofClient,
    querystring: pageQuery(NOTES_PER_PAGE, {}),
    response: z.object({
      data: z.array(noteSummary),
      summary: z.object({
        /** Visits until today without a note, newest first; at most five. */
        visits_without_note: z.array(noteVisit),
      }),
      ...pageCounters,
    }),
  }),
  open: endpoint({
    method: 'GET',
    url: '/api/charts/:clientId/notes/:appointmentId',
    access: 'charts.read',
    summary: 'The note of a visit, with what is needed to write it: templates, the last notes, products and batches',
    database: 'none',
    writesOnRead: true,
    params: ofVisit,
    response: z.object({ data: workspace }),
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/charts/:clientId/notes/:appointmentId',
    access: 'charts.write',
    summary: 'Save the note of a visit; it is merged with what others have saved since `base_version`',
    params: ofVisit,
    body: strictBody({
      /** The id of the change, made by the browser, so that a repeated request saves the change once. */
      save_id: id,
      /** The version that the writer had read; 0 for a new note. */
      base_version: z.number().int().min(0),
      template_key: templateKey,
      content: sentNoteContent,
    }),
    response: noteAnswer,
  }),
  sign: endpoint({
    method: 'POST',
    url: '/api/charts/:clientId/notes/:appointmentId/sign',
    access: 'charts.sign',
    summary: 'Sign off the note of a visit; afterwards it never changes',
    params: ofVisit,
    body: strictBody({
      /**
       * True after the practitioner has confirmed that a product in the note was past its expiry date when it was used.
       */
      accept_expired: z.boolean().default(false),
    }),
    response: noteAnswer,
    errorData: { stale: treatmentNote },
    ifMatch: true,
  }),
  add: endpoint({
    method: 'POST',
    url: '/api/charts/:clientId/notes/:appointmentId/additions',
    access: 'charts.write',
    summary: 'Add a text to a signed note; it stands beside the note with name and time',
    status: 201,
    params: ofVisit,
    body: strictBody({ id, text: requiredText(4_000, s.writeAddition) }),
    response: noteAnswer,
  }),
}

const noteTemplate = namedTemplate.extend({
  is_built_in: z.boolean(),
  /** True for a built-in template that the clinic has changed. */
  is_changed: z.boolean(),
  treatment_ids: z.array(id),
  version,
})
export type NoteTemplate = z.output<typeof noteTemplate>
const templateAnswer = z.object({ data: noteTemplate })

export const noteTemplatesContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/note-templates',
    access: 'forms.manage',
    summary: 'The templates of treatment notes, and the treatments to which they can be assigned',
    response: z.object({
      data: z.array(noteTemplate),
      treatments: z.array(z.object({ id, name: z.string() })),
    }),
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/note-templates/:key',
    access: 'forms.manage',
    summary: 'Add or change a template; notes that were written before keep the template they had',
    params: z.object({ key: templateKey }),
    body: strictBody({ content: noteTemplateContent, treatment_ids: z.array(id).max(200) }),
    response: templateAnswer,
    errorData: { stale: noteTemplate },
    ifMatch: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/note-templates/:key',
    access: 'forms.manage',
    summary: 'Delete an own template, or restore a built-in one',
    params: z.object({ key: templateKey }),
    body: noBody,
    response: messageAnswer,
  }),
}

const batch = z.object({
  product_name: z.string(),
  batch: z.string(),
  expires_on: civilDate.nullable(),
  clients: z.number().int(),
  last_given_on: civilDate,
})
export type NoteBatch = z.output<typeof batch>

const recipient = z.object({
  note_id: id,
  position: z.number().int(),
  client_id: id,
  appointment_id: id,
  name: z.string(),
  contact_number: z.string().nullable(),
  email: z.string().nullable(),
  appointment_date: civilDate,
  product_name: z.string(),
  amount: z.number().nullable(),
  unit: z.string(),
  area: z.string(),
  batch: z.string(),
  expires_on: civilDate.nullable(),
  practitioner_name: z.string().nullable(),
})
export type BatchRecipient = z.output<typeof recipient>

const ofBatch = {
  batch: requiredText(60, s.chooseBatch),
  /** The product of the batch; if left out, products of any name with this batch number are found. */
  product: z.string().trim().max(120).optional(),
}

export const RECALL_FILES = { csv: 'batch-recall.csv', xlsx: 'batch-recall.xlsx', pdf: 'batch-recall.pdf' } as const

/** Calls about batches. They return clients of all practitioners with phone numbers, so only admins may call them. */
export const batchRecallContract = {
  batches: endpoint({
    method: 'GET',
    url: '/api/note-batches',
    access: 'clinic.manage',
    summary: 'Batches in treatment notes by product or batch number, the last used first',
    querystring: pageQuery(20, {}),
    response: z.object({ data: z.array(batch), ...pageCounters }),
  }),
  recipients: endpoint({
    method: 'GET',
    url: '/api/note-batches/recipients',
    access: 'clinic.manage',
    summary: 'The clients who received a batch; each of them is recorded in the read log',
    database: 'none',
    writesOnRead: true,
    querystring: pageQuery(25, ofBatch),
    response: z.object({ data: z.array(recipient), ...pageCounters, clients: z.number().int() }),
  }),
  exportRecipients: endpoint({
    method: 'GET',
    url: '/api/note-batches/recipients/export.csv',
    access: 'clinic.manage',
    summary: 'The clients who received a batch as a CSV file; each of them is recorded in the read log',
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    querystring: searchQuery(ofBatch),
    response: z.string().describe('text/csv'),
  }),
}
