import { clsx } from 'clsx'
import { useId } from 'react'
import { availabilityMessages } from '#shared/appointments/messages.ts'
import { lastDateWithin } from '#shared/appointments/slots.ts'
import { type CivilDate, manilaDate } from '#shared/lib/manila-time.ts'
import { waitlistMessages as common } from '#shared/waitlist/messages.ts'
import { DAY_PARTS, type DayPart } from '#shared/waitlist/requested-times.ts'
import { now as presentInstant } from '#web/lib/use-now.ts'
import { inputClass } from '#web/ui/fields/input-class.ts'
import { choiceCard } from './booking-offer-steps.tsx'
import type { BookingModel } from './use-booking.ts'

/** The form's values: dates, times of day, practitioner. */
export type WaitlistRequest = {
  practitioner: string | null
  first: CivilDate
  last: CivilDate
  parts: readonly DayPart[]
  phone: string
}
type Refusal = { field: string; sentence: string }
/** The state of joining the waitlist, from the form to the result. */
export type Stage =
  | { kind: 'asking' | 'sending' | 'joined' | 'login' | 'staff' | 'choose-password' }
  | { kind: 'refused'; problem: Refusal }

type FieldsProps = { request: WaitlistRequest; stage: Stage; onChange: (request: WaitlistRequest) => void }

const label = 'mb-1.5 block text-sm font-semibold'
const problemOf = (stage: Stage, field: string) =>
  stage.kind === 'refused' && stage.problem.field === field ? stage.problem.sentence : null

export function WaitlistFields({ model, request, stage, onChange }: FieldsProps & { model: BookingModel }) {
  const id = useId()
  const today = manilaDate(presentInstant())
  const last = lastDateWithin(model.horizonDays, presentInstant())
  const date = (name: 'first' | 'last', field: string, text: string) => {
    const problem = problemOf(stage, field)
    return (
      <div className="min-w-0">
        <label htmlFor={id + name} className={label}>
          {text}
        </label>
        <input
          id={id + name}
          type="date"
          required
          min={today}
          max={last}
          value={request[name]}
          onChange={({ target: { value } }) =>
            onChange({ ...request, [name]: value, ...(name === 'first' && value > request.last && { last: value }) })
          }
          aria-invalid={problem !== null}
          aria-describedby={`${id}${name}-problem`}
          className={inputClass('md', 'tnum')}
        />
        <Problem id={`${id}${name}-problem`} sentence={problem} />
      </div>
    )
  }
  return (
    <div className="mt-5 space-y-4">
      {model.people.length > 1 && <PersonField model={model} request={request} stage={stage} onChange={onChange} />}
      <div className="grid gap-4 sm:grid-cols-2">
        {date('first', 'first_date', common.firstDate)}
        {date('last', 'last_date', common.lastDate)}
      </div>
      <PartsField request={request} stage={stage} onChange={onChange} />
    </div>
  )
}

const Problem = ({ id, sentence }: { id: string; sentence: string | null }) => (
  <p id={id} className="text-sm font-semibold text-danger">
    {sentence}
  </p>
)

function PersonField({ model, request, onChange }: FieldsProps & { model: BookingModel }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={label}>
        {common.withWhom}
      </label>
      <select
        id={id}
        value={request.practitioner ?? ''}
        onChange={({ target }) => onChange({ ...request, practitioner: target.value || null })}
        className={inputClass('md')}
      >
        <option value="">{common.anyone}</option>
        {model.people.map(({ id: person, name }) => (
          <option key={person} value={person}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

function PartsField({ request, stage, onChange }: FieldsProps) {
  const id = useId()
  const problem = problemOf(stage, 'day_parts')
  const toggle = (part: DayPart) =>
    onChange({ ...request, parts: DAY_PARTS.filter((one) => (one === part) !== request.parts.includes(one)) })
  return (
    <fieldset aria-describedby={id}>
      <legend className={label}>{common.parts}</legend>
      <div className="grid gap-2">
        {DAY_PARTS.map((part) => (
          <label
            key={part}
            className={clsx(choiceCard(request.parts.includes(part)), 'flex min-h-11 items-center gap-3 px-3 py-2')}
          >
            <input
              type="checkbox"
              checked={request.parts.includes(part)}
              onChange={() => toggle(part)}
              className="size-5 shrink-0 accent-primary"
            />
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
              <span className="font-semibold">{common.dayParts[part]}</span>
              <span className="text-sm text-ink-2">{common.dayPartHints[part]}</span>
            </span>
          </label>
        ))}
      </div>
      <Problem id={id} sentence={problem} />
    </fieldset>
  )
}

/** An optional field for the mobile number, shown only if the client's profile has none. */
export function NumberField({ request, stage, onChange }: FieldsProps) {
  const id = useId()
  const problem = problemOf(stage, 'contact_number')
  return (
    <div className="mt-4">
      <label htmlFor={id} className={label}>
        {availabilityMessages.mobileNumber}
      </label>
      <input
        id={id}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={request.phone}
        onChange={({ target }) => onChange({ ...request, phone: target.value })}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        className={inputClass('md')}
      />
      <Problem id={`${id}-problem`} sentence={problem} />
    </div>
  )
}
