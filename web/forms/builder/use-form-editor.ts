import { useEffect, useState } from 'react'
import { formsContract, type FormDetail } from '#shared/forms/contract.ts'
import type { FormContent } from '#shared/forms/form.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { useAction, type Action } from '#web/data/use-action.ts'
import { api, ifMatch } from '#web/lib/api.ts'

/** The milliseconds without typing after which the draft is saved. */
const STILL_MS = 700

/** The calls whose responses a change of a form makes outdated. */
export const formReads = [formsContract.list, formsContract.read, formsContract.versions]

/** The draft of a form while somebody edits it. It is saved shortly after each change. */
export type FormEditor = {
  /** The form as it is stored on the server. */
  form: FormDetail
  content: FormContent
  state: 'saved' | 'saving' | 'unsaved' | 'failed'
  /** The form as somebody else saved it meanwhile; nothing is saved until the person has loaded that version. */
  newer: FormDetail | null
  change: (change: (content: FormContent) => FormContent) => void
  /** Saves what is not saved yet; resolves to null when that failed. */
  flush: () => Promise<FormDetail | null>
  /** Replaces the stored form after another call has changed it. The text that the person has typed is kept. */
  adopt: (form: FormDetail) => void
  /** Replaces the stored form and the edited content by a form from the server. */
  reset: (form: FormDetail) => void
}

type Sent = { form: FormDetail; content: FormContent }

/** Saves drafts. The editor shows a failure itself, so no toast repeats it after each try. */
function useSave(onSaved: (sent: Sent) => void, onFailed: (failed: FormContent, newer: FormDetail | null) => void) {
  return useAction(
    async ({ form, content }: Sent) =>
      (await api(formsContract.save, { params: { id: form.id }, body: content }, ifMatch(form))).data,
    {
      failed: () => null,
      reread: formReads,
      onDone: (form, { content }) => onSaved({ form, content }),
      onFailed: (error, { content }) => onFailed(content, errorDataOf(formsContract.save, 'stale', error) ?? null),
    },
  )
}

/** Saves shortly after the last change. A draft that could not be saved waits for the next change. */
function useSaveWhenStill(mustSave: boolean, run: Action<Sent, FormDetail>['run'], { form, content }: Sent): void {
  useEffect(() => {
    if (!mustSave) return
    const timer = setTimeout(() => void run({ form, content }), STILL_MS)
    return () => clearTimeout(timer)
  }, [mustSave, run, form, content])
}

/**
 * The form as the server has it: its saved content, the content that the server refused to save, and a newer version
 * that another user has saved.
 */
type Stored = { form: FormDetail; saved: FormContent; failed: FormContent | null; newer: FormDetail | null }

const storedFrom = (form: FormDetail): Stored => ({ form, saved: form.content, failed: null, newer: null })

export function useFormEditor(initial: FormDetail): FormEditor {
  const [stored, setStored] = useState(() => storedFrom(initial))
  const [content, setContent] = useState(initial.content)
  const { form, saved, failed, newer } = stored
  const isDirty = content !== saved
  const { busy, run } = useSave(
    (sent) => setStored({ form: sent.form, saved: sent.content, failed: null, newer: null }),
    (refused, theirs) => setStored((now) => ({ ...now, failed: refused, newer: theirs })),
  )
  useSaveWhenStill(isDirty && !busy && newer === null && failed !== content, run, { form, content })
  return {
    form,
    content,
    newer,
    state: busy ? 'saving' : !isDirty ? 'saved' : failed === content ? 'failed' : 'unsaved',
    change: setContent,
    flush: async () => {
      if (!isDirty) return form
      const outcome = await run({ form, content })
      return outcome.kind === 'done' ? outcome.answer : null
    },
    adopt: (next) => setStored((now) => ({ ...now, form: next })),
    reset: (next) => {
      setStored(storedFrom(next))
      setContent(next.content)
    },
  }
}
