import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

export const privacyEvents = eventTypesOf('privacy', {
  'privacy.notice.accepted': eventType({
    kind: 'create',
    subject: 'user',
    parameters: z.object({ version: z.string() }),
    sentence: ({ version }) => `Accepted the privacy notice of ${version}`,
  }),
})
