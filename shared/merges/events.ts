import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const two = z.object({ name: z.string(), other: z.string() })

const fields = {
  name: { label: 'name', value: 'text' },
  email: { label: 'email', value: 'hidden' },
  contact_number: { label: 'mobile number', value: 'hidden' },
  location: { label: 'location', value: 'hidden' },
  photo: { label: 'photo', value: 'hidden' },
  note: { label: 'note', value: 'hidden' },
} as const

export const mergeEvents = eventTypesOf('merges', {
  'merges.client.merged': eventType({
    kind: 'update',
    subject: 'client',
    parameters: two,
    fields,
    sentence: ({ name, other }, changes) => `Merged ${other} into ${name}${changes}`,
  }),
  'merges.client.left': eventType({
    kind: 'delete',
    subject: 'client',
    parameters: two,
    sentence: ({ name, other }) => `Merged the record of ${name} into that of ${other}`,
  }),
  'merges.client.undone': eventType({
    kind: 'update',
    subject: 'client',
    parameters: two,
    fields,
    sentence: ({ name, other }, changes) => `Undid the merge of ${other} into ${name}${changes}`,
  }),
  'merges.client.restored': eventType({
    kind: 'create',
    subject: 'client',
    parameters: two,
    sentence: ({ name, other }) => `Brought back the record of ${name}, which was merged into that of ${other}`,
  }),
})
