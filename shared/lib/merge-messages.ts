import { defineMessages } from './language.ts'

/** What a stale form shows at a field that somebody else has changed too. */
export const mergeMessages = defineMessages('lib/merge', {
  changedTo: (value: string) => `Somebody else changed this to ${value}. Save again to keep yours.`,
  cleared: 'Somebody else cleared this. Save again to keep yours.',
  changed: 'Somebody else changed this too. Save again to keep yours.',
})
