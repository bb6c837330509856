import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { formatShortDate, formatTime, type CivilDate } from '#shared/lib/manila-time.ts'
import {
  EXCEPTION_KINDS,
  resourcesContract,
  type ExceptionKind,
  type Resource,
  type ResourceException,
} from '#shared/resources/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { api } from '#web/lib/api.ts'
import { useToday } from '#web/lib/use-now.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/segmented-control.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { hitOf, useForgetHit, VisitsHit, type Hit } from './visits-hit.tsx'
import { TimesFields } from './week-fields.tsx'

type EntryValues = {
  kind: ExceptionKind
  first_date: string
  last_date: string
  whole_day: boolean
  from: string
  to: string
  note: string
}
type EntryForm = UseFormReturn<EntryValues>

const emptyEntry = (today: CivilDate): EntryValues => ({
  kind: 'leave',
  first_date: today,
  last_date: today,
  whole_day: true,
  from: '09:00:00',
  to: '18:00:00',
  note: '',
})

const bodyOf = ({ whole_day, from, to, kind, ...values }: EntryValues) => {
  const isWhole = whole_day && kind === 'leave'
  return { ...values, kind, starts_at: isWhole ? null : from, ends_at: isWhole ? null : to }
}

const kinds = EXCEPTION_KINDS.map((kind) => ({ value: kind, label: s.exceptionKinds[kind] }))

/** Leave, other hours and blocks of a resource from today on: what there is, and a form for one more. */
export function ExceptionsDialog({ open, onClose, resource }: DialogControl & { resource: Resource }) {
  const [entries, setEntries] = useState(resource.exceptions)
  const { form, dialog, hit } = useEntryForm(resource, setEntries)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.exceptionsOf(resource.name)}
      description={s.exceptionsHint}
      leave={hit ? s.cancelChange : s.close}
      send={hit ? s.keepThem : s.addEntry}
      busyLabel={s.saving}
      {...dialog}
    >
      <div className="space-y-5">
        <Entries resource={resource} entries={entries} onChange={setEntries} />
        <section className="space-y-4 border-t border-line pt-4" aria-label={s.newEntry}>
          <h3 className="font-bold">{s.newEntry}</h3>
          <EntryFields form={form} />
          {hit && <VisitsHit hit={hit} />}
        </section>
      </div>
    </FormDialog>
  )
}

/** The form of a new entry; the second try says that the visits that it would hit were seen. */
function useEntryForm(resource: Resource, show: (entries: ResourceException[]) => void) {
  const today = useToday()
  const [hit, setHit] = useState<Hit>()
  const { form, dialog } = useContractForm(resourcesContract.addException, {
    values: emptyEntry(today),
    input: (values) => ({
      params: { id: resource.id },
      body: { ...bodyOf(values), despite_visits: hit !== undefined },
    }),
    place: { starts_at: 'from', ends_at: 'to' },
    done: s.entryAdded,
    failed: (error, others) =>
      errorDataOf(resourcesContract.addException, 'conflict', error) || others.length === 0
        ? null
        : { title: s.entryNotAdded, description: others.join('\n') },
    onFailed: (error) => setHit(hitOf(error, errorDataOf(resourcesContract.addException, 'conflict', error))),
    reread: [resourcesContract.list],
    onDone: ({ data }) => {
      setHit(undefined)
      show(data.exceptions)
      form.reset(emptyEntry(today))
    },
  })
  useForgetHit(form, setHit)
  return { form, dialog, hit }
}

function EntryFields({ form }: { form: EntryForm }) {
  const { kind, whole_day, from, to } = useWatch({ control: form.control }) as EntryValues
  const { errors } = form.formState
  const hasTimes = kind !== 'leave' || !whole_day
  return (
    <div className="space-y-4">
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <Field label={s.kind} group hint={s.exceptionKindHints[kind]}>
            <SegmentedControl {...field} block options={kinds} />
          </Field>
        )}
      />
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
    // Most entries are of one day.
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

const datesText = ({ first_date, last_date }: ResourceException) =>
  s.dates(formatShortDate(first_date), formatShortDate(last_date))

/** What an entry is: `Leave`, `Other hours, 9:00 AM to 1:00 PM`. */
export const entryText = ({ kind, starts_at, ends_at }: ResourceException) =>
  starts_at === null || ends_at === null
    ? s.exceptionKinds[kind]
    : s.entry(s.exceptionKinds[kind], s.times(formatTime(starts_at), formatTime(ends_at)))

type Removal = { entry: ResourceException; hit?: Hit }
type EntriesProps = {
  resource: Resource
  entries: readonly ResourceException[]
  onChange: (entries: ResourceException[]) => void
}

function useRemoval({ resource, onChange }: EntriesProps) {
  const { run } = useAction(
    ({ entry, hit }: Removal) =>
      api(resourcesContract.removeException, {
        params: { id: resource.id, exception_id: entry.id },
        querystring: { despite_visits: hit ? 'yes' : 'no' },
      }),
    {
      ask: ({ entry, hit }) => ({
        title: s.removeQuestion,
        body: hit ? <VisitsHit hit={hit} /> : s.visitAt(entryText(entry), datesText(entry), entry.note),
        confirmLabel: hit ? s.keepAndRemove : s.remove,
        cancelLabel: hit ? s.cancelChange : s.keep,
        danger: true,
      }),
      done: s.entryRemoved,
      failed: (error) =>
        errorDataOf(resourcesContract.removeException, 'conflict', error)
          ? null
          : { title: s.entryNotRemoved, description: error.message },
      reread: [resourcesContract.list],
      onDone: ({ data }) => onChange(data.exceptions),
    },
  )
  return async (entry: ResourceException) => {
    const outcome = await run({ entry })
    if (outcome.kind !== 'failed') return
    const hit = hitOf(outcome.error, errorDataOf(resourcesContract.removeException, 'conflict', outcome.error))
    if (hit) await run({ entry, hit })
  }
}

function Entries(props: EntriesProps) {
  const remove = useRemoval(props)
  if (props.entries.length === 0) return <p className="text-ink-2">{s.noEntries}</p>
  return (
    <ul className="divide-y divide-line">
      {props.entries.map((entry) => (
        <li key={entry.id} className="flex items-center gap-3 py-1.5">
          <div className="min-w-0 flex-1">
            <p className="tnum font-semibold">{datesText(entry)}</p>
            <p className="tnum text-sm text-ink-2 wrap-anywhere">
              {entryText(entry)}
              {entry.note && <span className="block">{entry.note}</span>}
            </p>
          </div>
          <IconButton
            label={s.removeEntry(s.entry(entryText(entry), datesText(entry)))}
            icon={<Trash2 size={18} aria-hidden="true" />}
            variant="danger-quiet"
            onClick={() => void remove(entry)}
          />
        </li>
      ))}
    </ul>
  )
}
