import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import type { FillableForm, Filling } from '#shared/forms/signing-contract.ts'
import { fillingMessages as s } from '#shared/forms/signing-messages.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { unsentSignatures } from './device-drafts.ts'
import { FormSheet, type FillingCalls } from './form-sheet.tsx'
import { useUnsent } from './use-unsent.ts'

/** A function that sends the signatures waiting on the device; it returns false while one of them still waits. */
export type SendWaiting = () => Promise<boolean>

type Props = {
  filling: Filling
  calls: FillingCalls
  /** The sentence on the last page that says what to do next, once every form is signed and sent. */
  doneText: string
  /** Content below `doneText` on the last page, such as a link back. */
  afterwards?: ReactNode
  /** Reads the forms again after the server refused a signature that was made without a connection. */
  reload: () => void
  /** Receives the function that sends waiting signatures, for pages that must not end while one waits. */
  sendWaiting?: Ref<SendWaiting>
}

/** The forms to show. A form whose signature still waits on this device is not shown again after a reload. */
const openForms = (forms: readonly FillableForm[], scope: string): FillableForm[] => {
  const waiting = unsentSignatures(scope).map(({ form_version_id }) => form_version_id)
  return forms.filter(({ form_version_id }) => !waiting.includes(form_version_id))
}

/**
 * The forms that are still to be signed, in their order. A form whose signature was refused is added again at the end.
 */
function useOpenForms({ filling, calls, reload }: Pick<Props, 'filling' | 'calls' | 'reload'>) {
  const [known] = useState(filling.forms)
  const [open, setOpen] = useState(() => openForms(filling.forms, calls.scope))
  const [count, setCount] = useState(open.length)
  const [signed, setSigned] = useState(0)
  const [refusal, setRefusal] = useState('')
  const unsent = useUnsent({
    scope: calls.scope,
    send: calls.sign,
    onRefused: (error, { form_version_id: refused }) => {
      setRefusal(error instanceof ApiError ? serverMessage(error, s.notSigned) : s.notSigned)
      const back = known.filter((one) => one.form_version_id === refused)
      setOpen((others) => [...others, ...back])
      setCount((all) => all + back.length)
      reload()
    },
  })
  const onSigned = () => {
    unsent.refresh()
    setRefusal('')
    setOpen(([, ...others]) => others)
    setSigned(signed + 1)
  }
  return { form: open[0], count, signed, refusal, unsent, onSigned }
}

const Refusal = ({ text }: { text: string }) =>
  text !== '' && (
    <p role="alert" className="mb-4 rounded-ctl bg-danger-soft px-3 py-2 text-danger">
      {text}
    </p>
  )

/** The last page thanks the client or, while a signature waits on this device, says what has to happen first. */
function Done({ isSent, isEmpty, text }: { isSent: boolean; isEmpty: boolean; text: string }) {
  if (isEmpty) return <p role="status">{s.nothing}</p>
  return (
    <div role="status">
      <p className="text-2xl font-bold">{isSent ? s.doneTitle : s.offlineSigned}</p>
      <p className="mt-1 text-ink-2">{isSent ? text : s.offlineSignedHint}</p>
    </div>
  )
}

/** Shows the forms one after the other; each is signed before the next one appears. */
export function FillingFlow({ filling, calls, doneText, afterwards, reload, sendWaiting }: Props) {
  const { form, count, signed, refusal, unsent, onSigned } = useOpenForms({ filling, calls, reload })
  const heading = useRef<HTMLHeadingElement>(null)
  useImperativeHandle(sendWaiting, () => async () => {
    await unsent.flush()
    return unsentSignatures(calls.scope).length === 0
  })
  useEffect(() => {
    // When the next form appears, its title gets the focus, so that people and screen readers begin at the top.
    if (signed > 0) heading.current?.focus()
  }, [signed])
  if (!form)
    return (
      <>
        <Refusal text={refusal} />
        <Done isSent={unsent.count === 0} isEmpty={count === 0 && unsent.count === 0} text={doneText} />
        {afterwards}
      </>
    )
  return (
    <>
      <Refusal text={refusal} />
      {count > 1 && <p className="tnum text-sm text-ink-2">{s.step(signed + 1, count)}</p>}
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-2xl font-bold tracking-tight outline-none">
        {form.title}
      </h2>
      <FormSheet
        key={`${form.form_version_id} ${signed}`}
        form={form}
        calls={calls}
        firstName={filling.first_name}
        isAdult={filling.is_adult}
        isOnDevice={filling.is_draft_on_device ?? false}
        onSigned={onSigned}
      />
    </>
  )
}
