import { defineMessages } from './language.ts'

/** How the history log describes old and new values. */
export const changeMessages = defineMessages('lib/change', {
  yes: 'yes',
  no: 'no',
  nothing: 'nothing',
  changed: (field: string, from: string, to: string) => `${field} from ${from} to ${to}`,
  changes: (changes: string) => `: ${changes}`,
})
