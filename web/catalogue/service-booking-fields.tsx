import { Plus, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { HORIZONS, NOTICES } from '#shared/clinic/booking-rules.ts'
import { managementMessages as s } from '#shared/catalogue/messages.ts'
import {
  DURATION_STEP,
  LONGEST_BUFFER,
  LONGEST_SERVICE,
  REBOOKS,
  SHORTEST_SERVICE,
  type ServiceBooking,
} from '#shared/catalogue/service-booking.ts'
import { LONGEST_QUESTION, MOST_QUESTIONS } from '#shared/catalogue/question-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { withValue } from '#web/ui/fields/option.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'

const steps = (from: number, to: number) =>
  Array.from({ length: (to - from) / DURATION_STEP + 1 }, (_, index) => from + index * DURATION_STEP)

const durations = steps(SHORTEST_SERVICE, LONGEST_SERVICE).map((value) => ({ value, label: s.minutes(value) }))
const buffers = steps(0, LONGEST_BUFFER).map((value) => ({ value, label: s.minutes(value) }))

/** The option value for "same as the clinic", because the value of a select option cannot be null. */
const CLINIC = -1

type FieldsProps = { value: ServiceBooking; onChange: (booking: ServiceBooking) => void; error?: string | undefined }

/** The fields for a service's length and booking rules. */
export function ServiceBookingFields({ value, onChange, error }: FieldsProps) {
  const change = (more: Partial<ServiceBooking>) => onChange({ ...value, ...more })
  return (
    <div className="space-y-4">
      <Field label={s.duration} group>
        <Select
          options={durations}
          value={value.duration_minutes}
          onChange={(duration_minutes) => change({ duration_minutes })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={s.bufferBefore} group>
          <Select
            options={buffers}
            value={value.buffer_before_minutes}
            onChange={(buffer_before_minutes) => change({ buffer_before_minutes })}
          />
        </Field>
        <Field label={s.bufferAfter} group>
          <Select
            options={buffers}
            value={value.buffer_after_minutes}
            onChange={(buffer_after_minutes) => change({ buffer_after_minutes })}
          />
        </Field>
      </div>
      <p className="text-sm text-ink-2">{s.buffersHint}</p>
      <Switch
        label={s.bookableOnline}
        detail={value.bookable_online ? s.bookableOnlineHint : s.notBookableOnlineHint}
        checked={value.bookable_online}
        onChange={(bookable_online) => change({ bookable_online })}
      />
      {value.bookable_online && (
        <div className="grid grid-cols-2 gap-4">
          <Field label={s.noticeLabel} group>
            <Select
              options={withValue([CLINIC, ...NOTICES], value.minimum_notice_minutes ?? CLINIC, (each) =>
                each === CLINIC ? s.asClinic : s.noticeOf(each),
              )}
              value={value.minimum_notice_minutes ?? CLINIC}
              onChange={(minutes) => change({ minimum_notice_minutes: minutes === CLINIC ? null : minutes })}
            />
          </Field>
          <Field label={s.horizonLabel} group>
            <Select
              options={withValue([CLINIC, ...HORIZONS], value.horizon_days ?? CLINIC, (each) =>
                each === CLINIC ? s.asClinic : s.horizonOf(each),
              )}
              value={value.horizon_days ?? CLINIC}
              onChange={(days) => change({ horizon_days: days === CLINIC ? null : days })}
            />
          </Field>
        </div>
      )}
      <Field label={s.rebookLabel} hint={s.rebookHint} group>
        <Select
          options={withValue(REBOOKS, value.rebook_after_days, s.rebookAfter)}
          value={value.rebook_after_days}
          onChange={(rebook_after_days) => change({ rebook_after_days })}
        />
      </Field>
      {value.bookable_online && (
        <Questions value={value.questions ?? []} onChange={(questions) => change({ questions })} />
      )}
      {error !== undefined && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

type QuestionsProps = { value: readonly string[]; onChange: (questions: string[]) => void }

/** The questions that clients are asked when they book the service. */
function Questions({ value, onChange }: QuestionsProps) {
  return (
    <fieldset className="space-y-2">
      <legend className="font-semibold">{s.questions}</legend>
      <p className="text-sm text-ink-2">{s.questionsHint}</p>
      {value.map((question, at) => (
        // Two questions may have the same words while they are written, so the position is the key.
        <div key={at} className="flex gap-2">
          <TextInput
            aria-label={s.question(at + 1)}
            value={question}
            maxLength={LONGEST_QUESTION}
            onChange={({ target }) => onChange(value.map((each, index) => (index === at ? target.value : each)))}
          />
          <Button
            variant="quiet"
            size="icon"
            aria-label={s.removeQuestion(at + 1)}
            onClick={() => onChange(value.filter((_, index) => index !== at))}
          >
            <X size={18} aria-hidden="true" />
          </Button>
        </div>
      ))}
      {value.length < MOST_QUESTIONS && (
        <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => onChange([...value, ''])}>
          {s.addQuestion}
        </Button>
      )}
    </fieldset>
  )
}

/** A service's booking fields (`children`), collapsed below a header that summarizes them. */
export function FoldedBookingFields({ children, value }: { children: ReactNode; value: ServiceBooking }) {
  const id = useId()
  return (
    <details className="group rounded-ctl border border-line" aria-labelledby={id}>
      <summary id={id} className="flex min-h-11 cursor-pointer items-center gap-2 px-3 py-2 font-semibold">
        <span className="flex-1">{s.bookingSettings}</span>
        <span className="text-sm font-normal text-ink-2">{s.minutes(value.duration_minutes)}</span>
      </summary>
      <div className="border-t border-line p-3">{children}</div>
    </details>
  )
}
