import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { importsContract as contract, type Batch } from '#shared/imports/contract.ts'
import { DATE_FIELDS, DATE_ORDERS, importFields, type DateOrder, type ImportField } from '#shared/imports/kinds.ts'
import { missingFields } from '#shared/imports/match-columns.ts'
import { importFieldNames as names, importMessages as s, importRefusals } from '#shared/imports/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { DiscardButton } from './discard-button.tsx'

const NOTHING = 'nothing'
type Choice = ImportField | typeof NOTHING

const optionsOf = (kind: Batch['kind']): { value: Choice; label: string }[] => [
  { value: NOTHING, label: s.notImported },
  ...importFields[kind].map((value) => ({ value, label: names[value] })),
]

const orders = DATE_ORDERS.map((value) => ({ value, label: s.dateOrders[value] }))

/** Returns a date of the file of which the order of day and month is not certain; undefined if there is none. */
function ambiguousDate({ columns }: Batch, fields: readonly (ImportField | null)[]): string | undefined {
  const dates = columns.filter((_, at) => fields[at] !== null && DATE_FIELDS.includes(fields[at]!))
  const known = new Set(dates.flatMap((column) => column.dates ?? []))
  if (known.size === 0 || (known.size === 1 && !known.has('both'))) return undefined
  const column = dates.find((one) => one.dates === 'both') ?? dates[0]
  return column?.samples[0]
}

type Chosen = { fields: (ImportField | null)[]; order: DateOrder | null }

/** Returns what is wrong with the chosen columns, as a sentence; undefined if the rows can be checked. */
function problemOf(batch: Batch, { fields, order }: Chosen): string | undefined {
  const chosen = fields.filter((field) => field !== null)
  const twice = chosen.find((field, at) => chosen.indexOf(field) !== at)
  if (twice !== undefined) return importRefusals.fieldTwice(names[twice])
  const [missing] = missingFields(batch.kind, fields)
  if (missing) return importRefusals.fieldMissing(...missing.map((field) => names[field]))
  return ambiguousDate(batch, fields) !== undefined && order === null ? importRefusals.dateOrderNeeded : undefined
}

/** The second step of an import: for each column of the file, the field that it contains. */
export function ColumnsStep({ batch, onLeave }: { batch: Batch; onLeave: () => void }) {
  const [fields, setFields] = useState(batch.fields)
  const [order, setOrder] = useState(batch.date_order)
  const [isTried, setTried] = useState(false)
  const check = useAction(contract.check, { failed: s.notChecked, reread: [contract.batch, contract.list] })
  const problem = problemOf(batch, { fields, order })
  const example = ambiguousDate(batch, fields)
  const send = () => {
    setTried(true)
    if (problem === undefined) void check.run({ params: { id: batch.id }, body: { fields, date_order: order } })
  }
  const choose = (at: number, choice: Choice) =>
    setFields(fields.map((field, index) => (index === at ? (choice === NOTHING ? null : choice) : field)))
  return (
    <SectionCard title={s.columnsTitle}>
      <p className="text-ink-2">{s.columnsHint}</p>
      <Origin batch={batch} />
      <ul className="import-columns">
        {batch.columns.map((column, at) => (
          <ColumnField
            // Two columns may have the same heading, so the position is the key.
            key={at}
            heading={column.heading === '' ? s.noHeading(at + 1) : column.heading}
            samples={column.samples}
            options={optionsOf(batch.kind)}
            value={fields[at] ?? NOTHING}
            onChange={(choice) => choose(at, choice)}
          />
        ))}
      </ul>
      {example !== undefined && (
        <div className="mt-4">
          <Field label={s.dateOrder} group required hint={s.dateOrderExample(example)}>
            <RadioGroup options={orders} value={order} onChange={setOrder} />
          </Field>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button variant="primary" busy={check.busy} busyLabel={s.checkStarting} onClick={send}>
          {s.check}
        </Button>
        <DiscardButton batch={batch} onDiscarded={onLeave} />
        <p role="alert" className="text-sm font-semibold text-danger">
          {isTried && problem}
        </p>
      </div>
    </SectionCard>
  )
}

/** Says where the proposed columns come from: from an earlier import or from the known format of a program. */
function Origin({ batch }: { batch: Batch }) {
  const text = batch.is_remembered ? s.remembered : batch.system === null ? null : s.fromSystem(batch.system)
  if (text === null) return null
  return (
    <p className="mt-3 flex items-center gap-2 font-semibold">
      <Sparkles size={18} className="shrink-0 text-gold-ink" aria-hidden="true" />
      {text}
    </p>
  )
}

type ColumnFieldProps = {
  heading: string
  samples: readonly string[]
  options: { value: Choice; label: string }[]
  value: Choice
  onChange: (choice: Choice) => void
}

function ColumnField({ heading, samples, options, value, onChange }: ColumnFieldProps) {
  const examples = samples.length === 0 ? s.noValues : s.examples(samples.join(' · '))
  return (
    <li data-unused={value === NOTHING || undefined}>
      <Field label={heading} hint={value === 'sex' ? `${examples}. ${s.sexHint}` : examples}>
        <Select options={options} value={value} onChange={onChange} />
      </Field>
    </li>
  )
}
