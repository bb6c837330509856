import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { EXCEPTION_KINDS, type ExceptionKind } from '#shared/resources/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { TimesFields } from './week-fields.tsx'

/** The values of the form for an exception. */
export type EntryValues = {
  kind: ExceptionKind
  first_date: string
  last_date: string
  whole_day: boolean
  from: string
  to: string
  note: string
}
type EntryForm = UseFormReturn<EntryValues>

export const emptyEntry = (today: CivilDate): EntryValues => ({
  kind: 'leave',
  first_date: today,
  last_date: today,
  whole_day: true,
  from: '09:00:00',
  to: '18:00:00',
  note: '',
})

export const entryBody = ({ whole_day, from, to, kind, ...values }: EntryValues) => {
  const isWhole = whole_day && kind === 'leave'
  return { ...values, kind, starts_at: isWhole ? null : from, ends_at: isWhole ? null : to }
}

const kinds = EXCEPTION_KINDS.map((kind) => ({ value: kind, label: s.exceptionKinds[kind] }))

type EntryFieldsProps = {
  form: EntryForm
  /** True when the kind of exception is fixed, so that its field is hidden. */
  isFixed?: boolean
}

/** The fields of an exception: kind, dates, times and note. */
export function EntryFields({ form, isFixed = false }: EntryFieldsProps) {
  const { kind, whole_day, from, to } = useWatch({ control: form.control }) as EntryValues
  const { errors } = form.formState
  const hasTimes = kind !== 'leave' || !whole_day
  return (
    <div className="space-y-4">
      {!isFixed && <KindField form={form} kind={kind} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField form={form} name="first_date" label={s.firstDay} />
        <DayField form={form} name="last_date" label={s.lastDay} />
      </div>
      {kind === 'leave' && (
        <Controller
          control={form.control}
          name="whole_day"
          render={({ field }) => <Checkbox label={s.wholeDay} checked={field.value} onChange={field.onChange} />}
        />
      )}
      {hasTimes && (
        <TimesFields
          from={from}
          to={to}
          labels={{ from: s.from, to: s.to }}
          error={errors.from?.message ?? errors.to?.message}
          onChange={(times) => {
            form.setValue('from', times.from, { shouldDirty: true })
            form.setValue('to', times.to, { shouldDirty: true })
          }}
        />
      )}
      <Field label={s.note} hint={s.noteHint} error={errors.note?.message}>
        <TextInput {...form.register('note')} autoComplete="off" maxLength={200} />
      </Field>
    </div>
  )
}

type DayFieldProps = { form: EntryForm; name: 'first_date' | 'last_date'; label: string }

function DayField({ form, name, label }: DayFieldProps) {
  const {
    min: _min,
    max: _max,
    ...input
  } = form.register(name, {
    // Sets the last date to the chosen first date, because most entries cover one day.
    onChange: ({ target }: { target: { value: string } }) => {
      if (target.value > form.getValues('last_date')) form.setValue('last_date', target.value)
    },
  })
  return (
    <Field label={label} required error={form.formState.errors[name]?.message}>
      <DateInput {...input} />
    </Field>
  )
}

function KindField({ form, kind }: { form: EntryForm; kind: ExceptionKind }) {
  return (
    <Controller
      control={form.control}
      name="kind"
      render={({ field }) => (
        <Field label={s.kind} group hint={s.exceptionKindHints[kind]}>
          <SegmentedControl {...field} block options={kinds} />
        </Field>
      )}
    />
  )
}
