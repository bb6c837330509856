import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import {
  batchRecallContract as recall,
  noteTemplatesContract as templates,
  treatmentNotesContract as notes,
} from '#shared/treatment-notes/contract.ts'
import { listNotes, openNote } from './read-notes.ts'
import { exportRecipients, listBatches, listRecipients } from './recall.ts'
import { saveNote } from './save-note.ts'
import { addToNote, signNote } from './sign-note.ts'
import { listTemplates, removeTemplate, saveTemplate } from './templates.ts'

export function treatmentNoteRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(notes.list, (context, { params, querystring }) => listNotes(context, params.clientId, querystring))
  registerEndpoint(notes.open, async (context, { params }) => ({ data: await openNote(context, params) }))
  registerEndpoint(notes.save, async (context, { params, body }) => ({ data: await saveNote(context, params, body) }))
  registerEndpoint(notes.sign, async (context, { params, body }) => ({ data: await signNote(context, params, body) }))
  registerEndpoint(notes.add, async (context, { params, body }) => ({ data: await addToNote(context, params, body) }))

  registerEndpoint(templates.list, (context) => listTemplates(context))
  registerEndpoint(templates.save, async (context, { params, body }) => ({
    data: await saveTemplate(context, params.key, body),
  }))
  registerEndpoint(templates.remove, async (context, { params }) => ({
    message: await removeTemplate(context, params.key),
  }))

  registerEndpoint(recall.batches, (context, { querystring }) => listBatches(context, querystring))
  registerEndpoint(recall.recipients, (context, { querystring }) => listRecipients(context, querystring))
  registerEndpoint(recall.exportRecipients, async (context, { querystring }) => {
    await exportRecipients(context, querystring)
    return ''
  })
}
