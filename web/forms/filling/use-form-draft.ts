import { useEffect, useState } from 'react'
import type { FormAnswer } from '#shared/forms/answers.ts'
import type { FillableForm, SentAnswers } from '#shared/forms/signing-contract.ts'
import { readDeviceDraft } from './device-drafts.ts'
import { DraftSender, type DraftState } from './draft-sender.ts'

type Options = {
  scope: string
  form: FillableForm
  save: (draft: { form_version_id: string; answers: SentAnswers }) => Promise<unknown>
}

/**
 * The answers of a form. They are kept on the server while the client types, and on the device while the server cannot
 * be reached. A draft on the device is newer than that of the server, because it is removed once it is sent.
 */
export function useFormDraft({ scope, form, save }: Options) {
  const { form_version_id: versionId } = form
  const [unsent] = useState(() => readDeviceDraft(scope, versionId))
  const [answers, setAnswers] = useState<SentAnswers>(unsent ?? form.draft ?? {})
  const [state, setState] = useState<DraftState>(unsent ? 'device' : 'clean')
  const [sender] = useState(
    () =>
      new DraftSender({
        scope,
        versionId,
        answers,
        save: (sent) => save({ form_version_id: versionId, answers: sent }),
        onState: setState,
      }),
  )
  useEffect(() => {
    const sendUnsent = () => readDeviceDraft(scope, versionId) && sender.sendIn(0)
    sendUnsent()
    window.addEventListener('online', sendUnsent)
    return () => {
      sender.pause()
      window.removeEventListener('online', sendUnsent)
    }
  }, [scope, versionId, sender])
  const change = (fieldId: string, answer: FormAnswer | undefined) => {
    const { [fieldId]: _, ...others } = sender.answers
    const next = answer === undefined ? others : { ...others, [fieldId]: answer }
    setAnswers(next)
    sender.change(next)
  }
  return { answers, state, change, finish: () => sender.finish() }
}
