import { useEffect, useReducer, useRef, useState } from 'react'
import { ApiError } from '#shared/lib/http-client.ts'
import { treatmentNotesContract, type NoteWorkspace, type TreatmentNote } from '#shared/treatment-notes/contract.ts'
import { mergeNotes } from '#shared/treatment-notes/merge-notes.ts'
import { emptyNote, toSentContent, type NoteContent } from '#shared/treatment-notes/note.ts'
import { api } from '#web/lib/api.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { isUnanswered, isUnprocessed } from '#web/lib/api-errors.ts'
import { readDraft, storeDraft, type NoteDraft, type PendingSave } from './note-drafts.ts'

/** How many milliseconds after the last change a note is sent. */
const PAUSE_MS = 700
const RETRY_MS = 5_000

type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused'

type Target = { personId: string; clientId: string; appointmentId: string }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The draft with which the page begins: the one that was left on this device, or what the server has. */
function firstDraft({ personId, appointmentId }: Target, { note, suggested_template }: NoteWorkspace): NoteDraft {
  const left = readDraft(personId, appointmentId)
  if (left) return left
  const content = note?.content ?? emptyNote
  const base = { version: note?.version ?? 0, content }
  return { base, content, templateKey: note?.template_key ?? suggested_template, pending: null }
}

/**
 * Sends a draft, one change at a time, and merges the server's responses into the draft. A change without a response is
 * sent again with the same id, so that it is saved once.
 */
class NoteSaver {
  state: SaveState = 'saved'
  /** The server's reason for refusing the last change. */
  refusal: ApiError | null = null
  savedTemplateKey: string
  draft: NoteDraft
  private timer: ReturnType<typeof setTimeout> | undefined
  private sending: Promise<void> | null = null
  private readonly target: Target
  private readonly onChange: () => void

  constructor(target: Target, workspace: NoteWorkspace, onChange: () => void) {
    this.target = target
    this.onChange = onChange
    this.draft = firstDraft(target, workspace)
    this.savedTemplateKey = workspace.note?.template_key ?? ''
    if (this.isUnsaved()) this.state = 'waiting'
  }

  isUnsaved(): boolean {
    const { pending, content, base, templateKey } = this.draft
    const isOtherTemplate = base.version > 0 && this.savedTemplateKey !== '' && templateKey !== this.savedTemplateKey
    return pending !== null || isOtherTemplate || !isSame(content, base.content)
  }

  private update(changes: Partial<NoteDraft>, state: SaveState): void {
    this.draft = { ...this.draft, ...changes }
    this.state = state
    const { personId, appointmentId } = this.target
    storeDraft(personId, appointmentId, this.isUnsaved() ? this.draft : null)
    this.onChange()
  }

  /** Changes the treatment note on this device and sends the change after a pause. */
  change(changes: Partial<Pick<NoteDraft, 'content' | 'templateKey'>>): void {
    this.refusal = null
    this.update(changes, this.state === 'offline' ? 'offline' : 'waiting')
    this.schedule(PAUSE_MS)
  }

  schedule(afterMs: number): void {
    clearTimeout(this.timer)
    if (this.isUnsaved()) this.timer = setTimeout(() => void this.flush(), afterMs)
  }

  /** Sends what is not saved yet, until everything is saved or a change fails. */
  flush(): Promise<void> {
    clearTimeout(this.timer)
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null
    })
    return this.sending
  }

  private async sendAll(): Promise<void> {
    while (this.isUnsaved()) {
      const { base, content, templateKey } = this.draft
      const pending: PendingSave = this.draft.pending ?? {
        saveId: newUuid(),
        baseVersion: base.version,
        templateKey,
        content,
      }
      this.update({ pending }, this.state === 'offline' ? 'offline' : 'saving')
      try {
        this.receive(pending, await this.send(pending))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return this.fail(error)
      }
    }
  }

  private async send({ saveId, baseVersion, templateKey, content }: PendingSave): Promise<TreatmentNote> {
    const { clientId, appointmentId } = this.target
    const body = {
      save_id: saveId,
      base_version: baseVersion,
      template_key: templateKey,
      content: toSentContent(content),
    }
    return (await api(treatmentNotesContract.save, { params: { clientId, appointmentId }, body })).data
  }

  private receive(sent: PendingSave, note: TreatmentNote): void {
    const { content: present, templateKey } = this.draft
    const content = mergeNotes(sent.content, present, note.content, note.updated_by)
    this.savedTemplateKey = note.template_key
    // A template that was chosen while the change was on its way is sent with the next one.
    const key = templateKey === sent.templateKey ? note.template_key : templateKey
    this.draft = { base: { version: note.version, content: note.content }, content, templateKey: key, pending: null }
    this.update({}, this.isUnsaved() ? 'saving' : 'saved')
  }

  private fail(error: ApiError): void {
    if (isUnanswered(error) || (isUnprocessed(error) && error.status !== 403)) {
      this.update({}, 'offline')
      return this.schedule(RETRY_MS)
    }
    this.refusal = error
    this.update({ pending: null }, 'refused')
  }

  /** Replaces the draft by the note from the server, if nothing is unsaved on this device. */
  takeOver(note: TreatmentNote): void {
    if (this.isUnsaved() || note.version <= this.draft.base.version) return
    this.savedTemplateKey = note.template_key
    const base = { version: note.version, content: note.content }
    this.update({ base, content: note.content, templateKey: note.template_key }, 'saved')
  }

  stop(): void {
    clearTimeout(this.timer)
  }
}

export type NoteEditing = {
  content: NoteContent
  templateKey: string
  /** The version of the note on the server; 0 while nothing was saved. */
  version: number
  state: SaveState
  refusal: ApiError | null
  /** Applies a function to the note's current content, which may be newer than the rendered one. */
  edit: (edit: (content: NoteContent) => NoteContent) => void
  chooseTemplate: (templateKey: string) => void
  /** Sends what is not saved yet. Resolves to the saved version, or to null if something could not be saved. */
  flush: () => Promise<number | null>
}

/**
 * The note of a visit while somebody writes it: kept on this device with each change, sent after a short pause, and
 * sent again when the connection returns.
 */
export function useNoteDraft(target: Target, workspace: NoteWorkspace): NoteEditing {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const [saver] = useState(() => new NoteSaver(target, workspace, render))
  const { note } = workspace
  const seen = useRef(note)
  useEffect(() => {
    if (note && note !== seen.current) saver.takeOver(note)
    seen.current = note
  }, [saver, note])
  useEffect(() => {
    saver.schedule(0)
    const retry = () => saver.schedule(0)
    const leave = () => void saver.flush()
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('online', retry)
      leave()
      saver.stop()
    }
  }, [saver])
  return {
    ...saver.draft,
    version: saver.draft.base.version,
    state: saver.state,
    refusal: saver.refusal,
    edit: (edit) => saver.change({ content: edit(saver.draft.content) }),
    chooseTemplate: (templateKey) => saver.change({ templateKey }),
    flush: async () => {
      await saver.flush()
      return saver.isUnsaved() ? null : saver.draft.base.version
    },
  }
}
