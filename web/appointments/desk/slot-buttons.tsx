import { Field as FieldScope } from '@base-ui/react/field'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { clsx } from 'clsx'
import { deskMessages } from '#shared/appointments/desk-messages.ts'
import { availabilityMessages } from '#shared/appointments/availability-messages.ts'
import { formatTime, type CivilTime } from '#shared/lib/manila-time.ts'

type SlotButtonsProps = {
  /** The start times. */
  times: readonly CivilTime[]
  value: CivilTime | null
  onChange: (time: CivilTime) => void
  /** Why a time cannot be chosen; undefined when it can. */
  whyNot?: (time: CivilTime) => string | undefined
  /** The second line of an available time: its practitioner. */
  noteOf?: (time: CivilTime) => string | undefined
  /** True: taken times can be chosen too. */
  mayOverbook?: boolean
}

/** The start times of a date; taken ones are red and marked. Used in a `Field` with `group`. */
export function SlotButtons({ times, value, onChange, whyNot, noteOf, mayOverbook = false }: SlotButtonsProps) {
  return (
    <RadioGroup<CivilTime | null>
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      className="grid grid-cols-3 gap-2 sm:grid-cols-4"
    >
      {times.map((time) => {
        const reason = whyNot?.(time)
        const note = noteOf?.(time)
        // Past times of today are left out.
        if (reason === deskMessages.past) return null
        return (
          // A separate scope: inside a Field every button would get the group's label.
          <FieldScope.Root key={time} className="contents">
            <Radio.Root
              value={time}
              disabled={reason !== undefined && !(mayOverbook && reason === deskMessages.booked)}
              nativeButton
              render={<button type="button" />}
              className={clsx(
                'tnum flex min-h-13 touch-manipulation flex-col items-center justify-center rounded-ctl border px-1 text-sm font-semibold transition-colors',
                'border-line-strong hover:bg-primary-soft data-checked:border-primary data-checked:bg-primary data-checked:text-on-primary',
                reason === deskMessages.booked &&
                  (mayOverbook && time === value
                    ? 'border-danger! bg-danger! text-on-danger!'
                    : 'border-danger! bg-danger-soft! text-danger!'),
                reason && reason !== deskMessages.booked && 'border-line! bg-surface-2! text-ink-2!',
              )}
            >
              {formatTime(time)}{' '}
              {reason && (
                <span
                  className="text-xs font-medium"
                  title={reason === availabilityMessages.heldForSomeone ? availabilityMessages.heldHint : undefined}
                >
                  {reason}
                </span>
              )}
              {!reason && note && <span className="text-xs font-medium wrap-anywhere">{note}</span>}
              {time === '00:00:00' && !reason && <span className="text-xs font-medium">{deskMessages.midnight}</span>}
            </Radio.Root>
          </FieldScope.Root>
        )
      })}
    </RadioGroup>
  )
}
