import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { builderMessages as s } from './builder-messages.ts'
import type { FormFrequency } from './requirement.ts'

const ofForm = z.object({ form: z.string() })

/** The events of building forms. Those of signed copies are in `signing-events.ts`. */
export const formTemplateEvents = eventTypesOf('form-templates', {
  'form-templates.form.added': eventType({
    kind: 'create',
    subject: 'form',
    parameters: ofForm,
    sentence: ({ form }) => `Added the form ${form}`,
  }),
  'form-templates.draft.changed': eventType({
    kind: 'update',
    subject: 'form',
    parameters: ofForm,
    sentence: ({ form }) => `Changed the draft of the form ${form}`,
  }),
  'form-templates.draft.discarded': eventType({
    kind: 'update',
    subject: 'form',
    parameters: ofForm,
    sentence: ({ form }) => `Discarded the draft of the form ${form}`,
  }),
  'form-templates.requirement.changed': eventType({
    kind: 'update',
    subject: 'form',
    parameters: ofForm,
    fields: {
      frequency: { label: 'asked', value: 'text', words: (key) => s.frequencies[key as FormFrequency] },
      every_months: { label: 'months until clients sign again', value: 'text' },
      services: { label: 'treatments and services', value: 'long' },
    },
    sentence: ({ form }, changes) => `Changed when the form ${form} is asked for${changes}`,
  }),
  'form-templates.version.published': eventType({
    kind: 'create',
    subject: 'form',
    parameters: ofForm.extend({ number: z.number(), asks_again: z.boolean() }),
    sentence: ({ form, number, asks_again }) =>
      `Published version ${number} of the form ${form}${asks_again ? '' : ', a small correction'}`,
  }),
  'form-templates.form.archived': eventType({
    kind: 'update',
    subject: 'form',
    parameters: ofForm,
    sentence: ({ form }) => `Archived the form ${form}`,
  }),
  'form-templates.form.restored': eventType({
    kind: 'update',
    subject: 'form',
    parameters: ofForm,
    sentence: ({ form }) => `Put the form ${form} back into use`,
  }),
  'form-templates.form.deleted': eventType({
    kind: 'delete',
    subject: 'form',
    parameters: ofForm,
    sentence: ({ form }) => `Deleted the form ${form}, which was never published`,
  }),
})
