import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const nothing = z.object({})

// Events never contain a PIN. Details of an approval are on the approved document, so events do not repeat them.
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
