import { defineMessages } from '#shared/lib/language.ts'

/** The words of links to a note, for pages that need no other texts of notes. */
export const noteLinkMessages = defineMessages('treatment-notes/links', {
  writeNote: 'Write note',
  noteFor: (name: string) => `Write note for ${name}`,
})
