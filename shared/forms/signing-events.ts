import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const ofForm = z.object({ client: z.string(), form: z.string() })

const CHANNEL_WORDS = { link: 'by the link', profile: 'in the profile', tablet: 'on the tablet' }
const channel = z.enum(['link', 'profile', 'tablet'])

/** The events of signed copies. They name the form and the client, and never an answer. */
export const signingEvents = eventTypesOf('forms', {
  'forms.copy.signed': eventType({
    kind: 'create',
    subject: 'signed form',
    parameters: ofForm.extend({ channel }),
    sentence: ({ client, form, ...how }) => `Signed ${form} for ${client} ${CHANNEL_WORDS[how.channel]}`,
  }),
  'forms.copy.corrected': eventType({
    kind: 'create',
    subject: 'signed form',
    parameters: ofForm,
    sentence: ({ client, form }) => `Signed a correction of ${form} for ${client}`,
  }),
  'forms.tablet.handed-over': eventType({
    kind: 'update',
    subject: 'client',
    parameters: ofForm,
    sentence: ({ client, form }) => `Handed the tablet over to ${client} for ${form}`,
  }),
  'forms.tablet.returned': eventType({
    kind: 'update',
    subject: 'client',
    parameters: z.object({ client: z.string() }),
    sentence: ({ client }) => `Took the tablet back from ${client}`,
  }),
  'forms.link.sent': eventType({
    kind: 'update',
    subject: 'client',
    parameters: z.object({ client: z.string() }),
    sentence: ({ client }) => `Sent ${client} the link to the missing forms again`,
  }),
})
