import { defineMessages } from '#shared/lib/language.ts'

/** Sample data of a preview when the clinic has no visit, or for messages without one. */
export const sampleMessages = defineMessages('messages/sample', {
  client: 'Maria Santos',
  service: 'Diamond Peel',
  inviter: 'Ana Reyes',
  email: 'maria@example.ph',
  code: '482917',
})
