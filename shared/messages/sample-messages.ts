import { defineMessages } from '#shared/lib/language.ts'

/** Who and what stands in a preview as long as the clinic has no visit, and of what is about no visit. */
export const sampleMessages = defineMessages('messages/sample', {
  client: 'Maria Santos',
  service: 'Diamond Peel',
  inviter: 'Ana Reyes',
  email: 'maria@example.ph',
  code: '482917',
})
