import { useState } from 'react'
import { missingAnswers } from '#shared/forms/answers.ts'
import type { FillableForm, SentAnswers, Signature } from '#shared/forms/signing-contract.ts'
import { fillingMessages as s, signingMessages } from '#shared/forms/signing-messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { now } from '#web/lib/use-now.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { FormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { keepSignature } from './device-drafts.ts'
import { isSignerKnown, newSigner, SignerFields, type Signer } from './signer-fields.tsx'
import type { DraftState } from './draft-sender.ts'
import { useFormDraft } from './use-form-draft.ts'
import { isUnanswered, withSendingTime } from './use-unsent.ts'

/** The API calls for filling in forms, which differ for a link, the profile and the tablet. */
export type FillingCalls = {
  /** Names the link, account or hand-over in the storage of the device. */
  scope: string
  saveDraft: (draft: { form_version_id: string; answers: SentAnswers }) => Promise<unknown>
  sign: (signature: Signature) => Promise<unknown>
}

type Props = {
  form: FillableForm
  calls: FillingCalls
  firstName: string
  /** True for a client of age; null when the clinic does not know the age. */
  isAdult: boolean | null
  /** True if half-filled forms are kept only on this device. */
  isOnDevice: boolean
  /** Called when the form is signed; `wasSent` is false if the signature waits on this device for a connection. */
  onSigned: (wasSent: boolean) => void
}

const stateTexts: Record<DraftState, string> = {
  clean: '',
  saving: s.saving,
  saved: s.saved,
  device: s.savedHere,
}

/** Makes the signature from what the client has entered when Sign is pressed. */
const signatureOf = (
  id: string,
  form: FillableForm,
  answers: SentAnswers,
  { isAdult, guardian }: Signer,
): Signature => ({
  id,
  form_version_id: form.form_version_id,
  answers,
  is_adult: isAdult === true,
  guardian: isAdult === true ? null : { name: guardian.name.trim(), relation: guardian.relation },
  signed_at: now().toISOString(),
})

/** Signs a form once, also when the button is pressed twice or the response is lost. */
function useSign({ form, calls, onSigned }: Pick<Props, 'form' | 'calls' | 'onSigned'>, finishDraft: () => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  // The id stays the same for every press, so that a signature whose response was lost is stored once.
  const [id] = useState(newUuid)
  const sign = async (answers: SentAnswers, signer: Signer) => {
    if (busy) return
    setBusy(true)
    setFailure('')
    const signature = signatureOf(id, form, answers, signer)
    try {
      await calls.sign(withSendingTime(signature))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const isKept = isUnanswered(error) && keepSignature(calls.scope, signature)
      if (!isKept) {
        setFailure(serverMessage(error, s.notSigned))
        setBusy(false)
        return
      }
      finishDraft()
      return onSigned(false)
    }
    finishDraft()
    onSigned(true)
  }
  return { busy, failure, sign }
}

/** Moves the focus to the first question that is marked as missing: its control, or the group of its controls. */
function focusFirstMissing(): void {
  const marked = document.querySelector<HTMLElement>('[aria-invalid=true], [role=group][data-invalid]')
  // A group of radio buttons cannot take the focus itself, so its first radio button does.
  const choice = marked?.matches('[role=radiogroup]') ? marked.querySelector<HTMLElement>('[role=radio]') : null
  ;(choice ?? marked)?.focus()
}

/** One form to be filled in and signed. */
export function FormSheet({ form, calls, firstName, isAdult, isOnDevice, onSigned }: Props) {
  const draft = useFormDraft({ scope: calls.scope, form, isOnDevice, save: calls.saveDraft })
  const { busy, failure, sign } = useSign({ form, calls, onSigned }, draft.finish)
  const [signer, setSigner] = useState(() => newSigner(isAdult))
  const [showsErrors, setShowsErrors] = useState(false)
  const missing = missingAnswers(form.content, draft.answers)
  const press = () => {
    const isOpen = missing.length > 0 || !isSignerKnown(signer)
    setShowsErrors(isOpen)
    if (!isOpen) void sign(draft.answers, signer)
    else requestAnimationFrame(focusFirstMissing)
  }
  return (
    <section aria-label={form.title} className="space-y-6">
      <FormFields
        content={form.content}
        answers={draft.answers}
        missing={showsErrors ? missing : []}
        disabled={busy}
        onChange={draft.change}
      />
      <SignerFields
        firstName={firstName}
        asks={isAdult === null}
        signer={signer}
        showsErrors={showsErrors}
        required={signingMessages.answerMissing}
        onChange={setSigner}
      />
      <div className="space-y-2">
        {showsErrors && missing.length > 0 && (
          <p role="alert" className="text-sm font-semibold text-danger">
            {s.openAnswers(missing.length)}
          </p>
        )}
        {failure !== '' && (
          <p role="alert" className="text-sm font-semibold text-danger">
            {failure}
          </p>
        )}
        <Button variant="primary" size="xl" block busy={busy} busyLabel={s.signing} onClick={press}>
          {s.sign}
        </Button>
        <p role="status" className="min-h-5 text-center text-sm text-ink-2">
          {isOnDevice ? signingMessages.draftOnDevice : stateTexts[draft.state]}
        </p>
      </div>
    </section>
  )
}
