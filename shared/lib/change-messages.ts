import { defineMessages } from './language.ts'

/** How the history log tells what a field was and became. */
export const changeMessages = defineMessages('lib/change', {
  yes: 'yes',
  no: 'no',
  nothing: 'nothing',
  changed: (field: string, from: string, to: string) => `${field} from ${from} to ${to}`,
  changes: (changes: string) => `: ${changes}`,
})
