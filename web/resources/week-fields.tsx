import { CopyCheck, Plus, X } from 'lucide-react'
import { addDays, formatTime, formatWeekday } from '#shared/lib/manila-time.ts'
import { spanOfTimes } from '#shared/resources/hours.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { USUAL_SPAN, type DaySpans, type WeekValues } from './resource-form.ts'

const pad = (n: number) => String(n).padStart(2, '0')

/** The times of a day in steps of a quarter hour, from 4 AM; those after midnight come last. */
const quarters = Array.from({ length: 96 }, (_, index) => {
  const minute = (4 * 60 + index * 15) % (24 * 60)
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}:00`
})
const startTimes = quarters.map((time) => ({ value: time, label: formatTime(time) }))
const endTimes = quarters.map((time) => ({
  value: time,
  label: formatTime(time),
  ...(time <= '04:00:00' && { detail: s.nextDay }),
}))

// The name of a weekday, formatted from a date: 2026-11-22 is a Sunday, which is weekday 0.
const dayName = (weekday: number) => formatWeekday(addDays('2026-11-22', weekday))

type TimesProps = {
  from: string
  to: string
  labels: { from: string; to: string }
  labelHidden?: boolean
  error?: string | undefined
  disabled?: boolean
  onChange: (times: { from: string; to: string }) => void
}

/** Fields for the start and end of working hours, in quarter hours. */
export function TimesFields({ from, to, labels, labelHidden = false, error, disabled, onChange }: TimesProps) {
  return (
    <div className="grid flex-1 grid-cols-2 gap-2">
      <Field label={labels.from} labelHidden={labelHidden} group error={error}>
        <Select
          options={startTimes}
          value={from}
          disabled={disabled}
          onChange={(next) => onChange({ from: next, to })}
        />
      </Field>
      <Field label={labels.to} labelHidden={labelHidden} group>
        <Select options={endTimes} value={to} disabled={disabled} onChange={(next) => onChange({ from, to: next })} />
      </Field>
    </div>
  )
}

/** Splits the last span for a break: 9 to 6 becomes 9 to 12 and 1 to 6. */
function withBreak(spans: DaySpans['spans']): DaySpans['spans'] {
  const last = spans.at(-1) ?? USUAL_SPAN
  const { from, to } = spanOfTimes(last.opens_at, last.closes_at)
  const holdsNoon = from < 12 * 60 && to > 13 * 60
  const time = (minute: number) => `${pad(Math.floor((minute % 1440) / 60))}:${pad(minute % 60)}:00`
  if (holdsNoon)
    return [
      ...spans.slice(0, -1),
      { opens_at: last.opens_at, closes_at: '12:00:00' },
      { opens_at: '13:00:00', closes_at: last.closes_at },
    ]
  return [...spans, { opens_at: time(to + 60), closes_at: time(to + 120) }]
}

type DayProps = { day: DaySpans; onChange: (day: DaySpans) => void; onCopy: () => void }

function Day({ day, onChange, onCopy }: DayProps) {
  const { weekday, works, spans } = day
  const name = dayName(weekday)
  const change = (index: number, span: DaySpans['spans'][number]) =>
    onChange({ ...day, spans: spans.map((one, n) => (n === index ? span : one)) })
  return (
    <div className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[10.5rem_minmax(0,1fr)]">
      <Switch
        label={name}
        detail={works ? undefined : s.off}
        checked={works}
        onChange={(next) => onChange({ ...day, works: next })}
      />
      {works && (
        <div className="space-y-2">
          {spans.map((span, index) => (
            <div key={`${weekday}-${index}`} className="flex items-start gap-1">
              <TimesFields
                labelHidden
                from={span.opens_at}
                to={span.closes_at}
                labels={{ from: s.fromOf(name, index), to: s.toOf(name, index) }}
                onChange={({ from, to }) => change(index, { opens_at: from, closes_at: to })}
              />
              {index === 0 ? (
                <IconButton
                  label={s.sameHours(name)}
                  icon={<CopyCheck size={18} aria-hidden="true" />}
                  onClick={onCopy}
                />
              ) : (
                <IconButton
                  label={s.removeSpanOf(name, index)}
                  icon={<X size={18} aria-hidden="true" />}
                  onClick={() => onChange({ ...day, spans: spans.filter((_, n) => n !== index) })}
                />
              )}
            </div>
          ))}
          <Button
            variant="quiet"
            aria-label={s.addBreakOn(name)}
            icon={<Plus size={18} aria-hidden="true" />}
            disabled={spans.length >= 6}
            onClick={() => onChange({ ...day, spans: withBreak(spans) })}
          >
            {s.addBreak}
          </Button>
        </div>
      )}
    </div>
  )
}

type WeekFieldsProps = { value: WeekValues; onChange: (week: WeekValues) => void; error?: string | undefined }

/** Fields for a resource's weekly hours: those of the clinic, or its own hours with several spans per weekday. */
export function WeekFields({ value, onChange, error }: WeekFieldsProps) {
  const changeDays = (days: DaySpans[]) => onChange({ ...value, days })
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-ink">{s.hours}</legend>
      <Switch
        label={s.ownHours}
        detail={s.ownHoursHint}
        checked={value.own}
        onChange={(own) => onChange({ ...value, own })}
      />
      {error && (
        <p role="alert" className="py-1 text-sm font-medium text-danger">
          {error}
        </p>
      )}
      {value.own && (
        <div className="mt-1 divide-y divide-line border-t border-line">
          {value.days.map((day) => (
            <Day
              key={day.weekday}
              day={day}
              onChange={(changed) => changeDays(value.days.map((one) => (one.weekday === day.weekday ? changed : one)))}
              onCopy={() => changeDays(value.days.map((one) => (one.works ? { ...one, spans: day.spans } : one)))}
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}
