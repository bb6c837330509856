import { defineMessages } from '#shared/lib/language.ts'

/** Who and what stands in a preview as long as the clinic has no visit. */
export const sampleMessages = defineMessages('messages/sample', {
  client: 'Maria Santos',
  service: 'Diamond Peel',
})
