import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatPeriod } from '#shared/sales/period.ts'
import { booksMessages } from './books-messages.ts'
import { reportNames, REPORTS } from './reports.ts'

export const reportEvents = eventTypesOf('reports', {
  'reports.report.exported': eventType({
    kind: 'system',
    subject: 'export',
    parameters: z.object({ report: z.enum(REPORTS), from: z.string(), to: z.string(), person: z.string().optional() }),
    sentence: ({ report, from, to, person }) =>
      `Exported the report ${reportNames[report]}: ${formatPeriod({ from, to })}${person === undefined ? '' : `, ${person}`}`,
  }),
  'reports.books.checked': eventType({
    kind: 'system',
    subject: 'books',
    parameters: z.object({ documents: z.number(), findings: z.number() }),
    sentence: ({ documents, findings }) =>
      findings === 0
        ? `Checked the books: ${documents} documents add up`
        : `Checked the books: ${booksMessages.found(findings)}`,
  }),
})
