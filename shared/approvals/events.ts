import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const nothing = z.object({})

// Events never contain a PIN, and of an approval only what the document does not contain.
export const approvalEvents = eventTypesOf('approvals', {
  'approvals.pin.set': eventType({
    kind: 'update',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Set an approval PIN',
  }),
  'approvals.pin.removed': eventType({
    kind: 'update',
    subject: 'user',
    parameters: nothing,
    sentence: () => 'Removed the approval PIN',
  }),
})
