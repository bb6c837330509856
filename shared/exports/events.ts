import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

export const exportEvents = eventTypesOf('exports', {
  'exports.clinic.exported': eventType({
    kind: 'system',
    subject: 'export',
    parameters: z.object({ with_charts: z.boolean(), with_documents: z.boolean().optional() }),
    sentence: ({ with_charts, with_documents }) =>
      `Exported all data of the clinic${with_charts ? ', with the charts' : ''}${with_documents ? ', with documents as PDF' : ''}`,
  }),
})
