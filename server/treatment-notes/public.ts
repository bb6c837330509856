/** Finds signed treatment notes that were altered in the database. */
export { checkNotes } from './check-notes.ts'
export { wholeNotesOf } from './present-note.ts'
