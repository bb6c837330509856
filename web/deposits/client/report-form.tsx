import { clsx } from 'clsx'
import { ImageUp, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { REPORT_METHODS, type ReportMethod } from '#shared/deposits/records.ts'
import { clientDepositMessages as s } from '#shared/deposits/client-messages.ts'
import type { OwnDeposit, WaysToPay } from '#shared/deposits/own-contract.ts'
import { IMAGE_TYPES } from '#shared/lib/image-file.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import {
  errorsIn,
  errorsOf,
  sendAsClient,
  type ReportErrors,
  type SendReport,
  type TypedReport,
} from './report-payment.ts'

type ReportFormProps = {
  deposit: OwnDeposit
  ways: WaysToPay
  /** The function that sends the report. By default the report is sent as the logged-in client. */
  send?: SendReport | undefined
  /** Receives the deposit once everything is sent. `problem` says why the screenshot was not accepted. */
  onReported: (deposit: OwnDeposit, problem: string | null) => void
  /** The label of the button that sends the form. */
  label: string
  /** A further button, such as Cancel. */
  children?: ReactNode
}

/**
 * The method that is chosen at first: the last report's, otherwise the first one for which the clinic has an account.
 */
const firstMethod = (report: OwnDeposit['report'], ways: WaysToPay): ReportMethod =>
  report?.method ?? REPORT_METHODS.find((method) => ways[method] !== null) ?? 'gcash'

/** Sends the report, and then the screenshot. The report is kept even if the screenshot is refused. */
function useReport({ deposit, ways, send: sender, onReported }: ReportFormProps) {
  const { appointment_id, report } = deposit
  const [typed, setTyped] = useState<TypedReport>({
    method: firstMethod(report, ways),
    reference_number: report?.reference_number ?? '',
    picture: null,
  })
  const [errors, setErrors] = useState<ReportErrors>({})
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<ReportErrors> => {
    const found = errorsIn(typed)
    if (Object.keys(found).length > 0) return found
    const { report: sendReport, addPicture } = sender ?? sendAsClient(appointment_id)
    const { picture, ...body } = typed
    try {
      const { data: reported } = await sendReport(body)
      if (!picture) return (onReported(reported, null), {})
      const { shown, problem } = await addPicture(picture).then(
        ({ data }) => ({ shown: data, problem: null }),
        (error: unknown) => ({ shown: reported, problem: errorsOf(error).picture ?? errorsOf(error).form ?? null }),
      )
      return (onReported(shown, problem), {})
    } catch (error) {
      return errorsOf(error)
    }
  }
  const submit = async () => {
    if (busy) return null
    setBusy(true)
    const found = await send()
    setErrors(found)
    setBusy(false)
    return found
  }
  const change = (part: Partial<TypedReport>) => {
    setTyped({ ...typed, ...part })
    // A changed field loses its error, which was about the previous value.
    setErrors({ ...errors, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) })
  }
  return { typed, change, errors, busy, submit }
}

/** The form with which a client tells the clinic that a deposit is paid. */
export function ReportForm(props: ReportFormProps) {
  const { typed, change, errors, busy, submit } = useReport(props)
  const reference = useRef<HTMLInputElement>(null)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await submit())?.reference_number) reference.current?.focus()
  }
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="space-y-4">
      <MethodField value={typed.method} error={errors.method} onChange={(method) => change({ method })} />
      <TextField
        ref={reference}
        label={s.reference}
        hint={s.referenceHint}
        required
        maxLength={60}
        autoComplete="off"
        value={typed.reference_number}
        error={errors.reference_number}
        onChange={({ target }) => change({ reference_number: target.value })}
      />
      <PictureField
        value={typed.picture}
        hasPicture={props.deposit.report?.has_picture ?? false}
        error={errors.picture}
        onChange={(picture) => change({ picture })}
      />
      <div role="alert">
        {errors.form && (
          <p className="rounded-card bg-danger-soft px-4 py-3 text-sm font-semibold text-danger">{errors.form}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={s.reporting} block>
          {props.label}
        </Button>
        {props.children}
      </div>
    </form>
  )
}

const fieldLabel = 'mb-1.5 block text-sm font-semibold text-ink'
const fieldError = 'mt-1.5 text-sm font-medium text-danger'

type MethodFieldProps = {
  value: ReportMethod
  error: string | undefined
  onChange: (method: ReportMethod) => void
}

/** The radio buttons for the way in which the client has paid. */
function MethodField({ value, error, onChange }: MethodFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className={fieldLabel}>{s.method}</legend>
      <div className="flex flex-wrap gap-2">
        {REPORT_METHODS.map((method) => (
          <label
            key={method}
            className={clsx(
              'flex min-h-11 flex-1 cursor-pointer items-center gap-2.5 rounded-ctl border px-3 py-2 text-sm font-semibold whitespace-nowrap',
              method === value ? 'border-primary bg-primary-soft text-primary-ink' : 'border-line-strong bg-surface',
            )}
          >
            <input
              type="radio"
              name={id}
              checked={method === value}
              onChange={() => onChange(method)}
              className="size-5 shrink-0 accent-primary"
            />
            {s.methods[method]}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={fieldError}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

type PictureFieldProps = {
  value: File | null
  /** True if the clinic has a screenshot already. */
  hasPicture: boolean
  error: string | undefined
  onChange: (picture: File | null) => void
}

/** A file input for the screenshot that looks like a button, with the name of the chosen file. */
function PictureField({ value, hasPicture, error, onChange }: PictureFieldProps) {
  const id = useId()
  return (
    <div>
      <span className={fieldLabel}>{s.picture}</span>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label
          className={`${buttonClass()} cursor-pointer focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-primary`}
        >
          <ImageUp size={18} aria-hidden="true" />
          {s.choosePicture}
          <input
            type="file"
            accept={IMAGE_TYPES.join(',')}
            aria-label={`${s.picture}: ${s.choosePicture}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-state`}
            // The input is cleared, because browsers fire no event when the same file is chosen again.
            onClick={({ currentTarget }) => {
              currentTarget.value = ''
            }}
            onChange={({ target }) => onChange(target.files?.[0] ?? null)}
            className="sr-only"
          />
        </label>
        {value && (
          <Button
            variant="quiet"
            aria-label={s.removePicture}
            icon={<X size={18} aria-hidden="true" />}
            onClick={() => onChange(null)}
          />
        )}
        <p id={`${id}-state`} className="w-full text-sm">
          <span className="block wrap-anywhere text-ink-2">{value?.name ?? (hasPicture && s.pictureIsThere)}</span>
          {error && <span className="block font-medium text-danger">{error}</span>}
        </p>
      </div>
    </div>
  )
}
