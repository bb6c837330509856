import { useState } from 'react'
import { importsContract as contract, type Batch } from '#shared/imports/contract.ts'
import { CARD_FIELDS, decisionsOf, type Decision } from '#shared/imports/kinds.ts'
import { importMessages as s } from '#shared/imports/messages.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { DiscardButton } from './discard-button.tsx'
import { RefusedRowsExport } from './refused-rows-export.tsx'
import { RowsTable } from './rows-table.tsx'

const OUTCOMES = ['new', 'duplicate', 'refused'] as const
type Shown = (typeof OUTCOMES)[number]

/** The third step of an import: what would be done with each row. Nothing has been saved yet. */
export function CheckStep({ batch, onLeave }: { batch: Batch; onLeave: () => void }) {
  const [isChanging, setChanging] = useState(false)
  if (isChanging) return <ColumnsStep batch={batch} onLeave={onLeave} />
  return (
    <div className="space-y-4">
      <SectionCard title={s.steps.check}>
        <Counts batch={batch} />
        <Duplicates batch={batch} />
        <Notes batch={batch} />
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <StartButton batch={batch} />
          <Button onClick={() => setChanging(true)}>{s.changeColumns}</Button>
          <DiscardButton batch={batch} onDiscarded={onLeave} />
        </div>
      </SectionCard>
      <CheckedRows batch={batch} />
    </div>
  )
}

function Counts({ batch }: { batch: Batch }) {
  return (
    <dl className="import-counts">
      {OUTCOMES.map((outcome) => (
        <div key={outcome} data-outcome={outcome}>
          <dt>{s.counts[outcome]}</dt>
          <dd className="tnum">
            {formatNumber(batch.counts[outcome] ?? 0)}
            {(batch.counts[outcome] ?? 0) > 0 && <span>{s.countHints[outcome]}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Duplicates({ batch }: { batch: Batch }) {
  const decide = useAction(contract.decideAll, { failed: s.notDecided, reread: [contract.batch] })
  const decisions = decisionsOf(batch.kind)
  if ((batch.counts.duplicate ?? 0) === 0 || decisions.length < 2) return null
  const options = decisions.map((value) => ({
    value,
    label: s.decisions[value],
    detail: s.decisionDetails[value],
  }))
  const choose = (decision: Decision) => void decide.run({ params: { id: batch.id }, body: { decision } })
  return (
    <div className="mt-4">
      <Field label={s.duplicatesTitle} group>
        <RadioGroup options={options} value={batch.duplicates} onChange={choose} disabled={decide.busy} />
      </Field>
    </div>
  )
}

function Notes({ batch }: { batch: Batch }) {
  if (batch.kind !== 'clients' && batch.kind !== 'appointments') return null
  const hasCards = batch.fields.some((field) => field !== null && CARD_FIELDS.includes(field))
  return (
    <ul className="mt-4 list-disc space-y-1 pl-5 text-sm text-ink-2">
      <li>{s.noMessages}</li>
      {hasCards && !batch.keeps_cards && <li>{s.birthNeedsRecord}</li>}
    </ul>
  )
}

function StartButton({ batch }: { batch: Batch }) {
  const start = useAction(contract.start, { failed: s.notStarted, reread: [contract.batch, contract.list] })
  const count = batch.to_import
  if (count === 0) return <p className="font-semibold">{s.nothingToImport}</p>
  return (
    <Button
      variant="primary"
      busy={start.busy}
      busyLabel={s.starting}
      onClick={() => void start.run({ params: { id: batch.id } })}
    >
      {s.start(count)}
    </Button>
  )
}

/** The rows of the file, grouped by what happens to them. Rows that need somebody's attention come first. */
function CheckedRows({ batch }: { batch: Batch }) {
  const { refused = 0, duplicate = 0 } = batch.counts
  const [shown, setShown] = useState<Shown>(refused > 0 ? 'refused' : duplicate > 0 ? 'duplicate' : 'new')
  const items = OUTCOMES.map((value) => ({ value, label: s.counts[value], count: batch.counts[value] ?? 0 }))
  return (
    <Tabs label={s.tabs} items={items} value={shown} onChange={setShown} panelClassName="pt-3 space-y-3">
      {shown === 'refused' && refused > 0 && <RefusedRowsExport batch={batch} />}
      <RowsTable key={shown} batch={batch} outcome={shown} />
    </Tabs>
  )
}
