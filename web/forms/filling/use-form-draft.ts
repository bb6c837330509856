import { useEffect, useState } from 'react'
import type { FormAnswer } from '#shared/forms/answers.ts'
import type { FillableForm, SentAnswers } from '#shared/forms/signing-contract.ts'
import { dropDeviceDraft, keepDeviceDraft, readDeviceDraft } from './device-drafts.ts'
import { DraftSender, type DraftState } from './draft-sender.ts'

type Options = {
  scope: string
  form: FillableForm
  /** True if the server keeps no half-filled forms, because nobody has confirmed the client's account yet. */
  isOnDevice: boolean
  save: (draft: { form_version_id: string; answers: SentAnswers }) => Promise<unknown>
}

/** Names the drafts on the device that were typed while the account awaited confirmation. */
const unconfirmed = (scope: string) => `${scope}.unconfirmed`

/**
 * Reads the draft of this device. Answers that were typed before the account was confirmed are added to the draft of
 * the server, which the page did not show then.
 */
function readUnsent(scope: string, { form_version_id: versionId, draft }: FillableForm): SentAnswers | null {
  const typed = readDeviceDraft(unconfirmed(scope), versionId)
  if (!typed) return readDeviceDraft(scope, versionId)
  const answers = { ...draft, ...typed }
  keepDeviceDraft(scope, versionId, answers)
  dropDeviceDraft(unconfirmed(scope), versionId)
  return answers
}

/**
 * The answers of a form. They are kept on the server while the client types, and on the device while the server cannot
 * be reached or keeps no half-filled forms. A draft on the device is newer than that of the server, because it is
 * removed once it is sent.
 */
export function useFormDraft({ scope: own, form, isOnDevice, save }: Options) {
  const { form_version_id: versionId } = form
  const scope = isOnDevice ? unconfirmed(own) : own
  const [unsent] = useState(() =>
    isOnDevice ? (readDeviceDraft(scope, versionId) ?? readDeviceDraft(own, versionId)) : readUnsent(own, form),
  )
  const [answers, setAnswers] = useState<SentAnswers>(unsent ?? form.draft ?? {})
  const [state, setState] = useState<DraftState>(unsent ? 'device' : 'clean')
  const [sender] = useState(
    () =>
      new DraftSender({
        scope,
        versionId,
        answers,
        save: isOnDevice ? null : (sent) => save({ form_version_id: versionId, answers: sent }),
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
  const finish = () => {
    sender.finish()
    dropDeviceDraft(own, versionId)
  }
  return { answers, state, change, finish }
}
