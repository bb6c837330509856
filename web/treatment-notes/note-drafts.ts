import type { NoteContent } from '#shared/treatment-notes/note.ts'

/** A treatment note on this device that the server has not stored completely yet. */
export type NoteDraft = {
  /**
   * The note as the server had saved it when this device last got a response; version 0 for a note that was not saved
   * yet.
   */
  base: { version: number; content: NoteContent }
  content: NoteContent
  templateKey: string
  /** The change that was sent last and not answered. It is sent again unchanged, so that it is saved once. */
  pending: PendingSave | null
}
export type PendingSave = { saveId: string; baseVersion: number; templateKey: string; content: NoteContent }

const keyOf = (personId: string, appointmentId: string) => `note-draft:${personId}:${appointmentId}`

/** Reads the draft that this person left on this device; null if there is none. */
export function readDraft(personId: string, appointmentId: string): NoteDraft | null {
  try {
    const stored = localStorage.getItem(keyOf(personId, appointmentId))
    return stored === null ? null : (JSON.parse(stored) as NoteDraft)
  } catch {
    // Storage is disabled, or its content is no valid draft.
    return null
  }
}

/** Keeps a draft on this device, so that it survives a closed browser; null removes it. */
export function storeDraft(personId: string, appointmentId: string, draft: NoteDraft | null): void {
  const key = keyOf(personId, appointmentId)
  try {
    if (draft === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // If the browser has no storage, the draft lasts as long as the page.
  }
}
