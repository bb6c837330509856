import { defineMessages } from '#shared/lib/language.ts'

/** The states of number ranges in the report about the handwritten booklets. */
export const bookletMessages = defineMessages('reports/booklets', {
  used: 'In order',
  missing: 'Missing',
  double: 'Entered twice',
  without: 'Not entered',
  withoutDigits: 'No digits at the end',
})
