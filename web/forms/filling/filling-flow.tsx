import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { FillableForm, Filling } from '#shared/forms/signing-contract.ts'
import { fillingMessages as s } from '#shared/forms/signing-messages.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { unsentSignatures } from './device-drafts.ts'
import { Done } from './done.tsx'
import { FormSheet, type FillingCalls } from './form-sheet.tsx'
import { useUnsent } from './use-unsent.ts'

type Props = {
  filling: Filling
  calls: FillingCalls
  /** What to do next, once every form is signed and sent. */
  doneText: string
  /** Shown below it, such as a link back. */
  afterwards?: ReactNode
  /** Reads the forms again after the server refused a signature that was made without a connection. */
  reload: () => void
}

/** Forms whose signature still waits on this device are not shown again after a reload. */
const openForms = (forms: readonly FillableForm[], scope: string): FillableForm[] => {
  const waiting = unsentSignatures(scope).map(({ form_version_id }) => form_version_id)
  return forms.filter(({ form_version_id }) => !waiting.includes(form_version_id))
}

/** Shows the forms one after the other; each is signed before the next one appears. */
export function FillingFlow({ filling, calls, doneText, afterwards, reload }: Props) {
  const [forms] = useState(() => openForms(filling.forms, calls.scope))
  const [step, setStep] = useState(0)
  const [refusal, setRefusal] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const unsent = useUnsent({
    scope: calls.scope,
    send: calls.sign,
    onRefused: (error) => {
      setRefusal(error instanceof ApiError ? serverMessage(error, s.notSigned) : s.notSigned)
      reload()
    },
  })
  useEffect(() => {
    // The next form begins at its title, for eyes and for screen readers.
    if (step > 0) heading.current?.focus()
  }, [step])
  const form = forms[step]
  if (!form)
    return (
      <>
        <Done isSent={unsent.count === 0} isEmpty={forms.length === 0} text={doneText} />
        {afterwards}
      </>
    )
  return (
    <>
      {refusal !== '' && (
        <p role="alert" className="mb-4 rounded-ctl bg-danger-soft px-3 py-2 text-danger">
          {refusal}
        </p>
      )}
      {forms.length > 1 && <p className="tnum text-sm text-ink-2">{s.step(step + 1, forms.length)}</p>}
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-2xl font-bold tracking-tight outline-none">
        {form.title}
      </h2>
      <FormSheet
        key={form.form_version_id}
        form={form}
        calls={calls}
        firstName={filling.first_name}
        isAdult={filling.is_adult}
        onSigned={() => {
          unsent.refresh()
          setStep(step + 1)
        }}
      />
    </>
  )
}
