import { CircleCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { importsContract as contract, type Batch } from '#shared/imports/contract.ts'
import type { Outcome } from '#shared/imports/kinds.ts'
import { importMessages as s } from '#shared/imports/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { RefusedRowsExport } from './refused-rows-export.tsx'
import { RowsTable } from './rows-table.tsx'

const OUTCOMES = ['created', 'filled', 'skipped', 'undone', 'kept', 'refused'] as const satisfies readonly Outcome[]

/** The report of an import, from which it can be undone. */
export function DoneStep({ batch, onLeave }: { batch: Batch; onLeave: () => void }) {
  const { counts, state } = batch
  const imported = (counts.created ?? 0) + (counts.filled ?? 0)
  return (
    <div className="space-y-4">
      <SectionCard
        title={
          <span className="flex items-center gap-2">
            {state === 'imported' && <CircleCheck size={22} className="shrink-0 text-success" aria-hidden="true" />}
            {state === 'imported' ? s.doneTitle(imported) : s.undoneTitle}
          </span>
        }
      >
        {(counts.kept ?? 0) > 0 && <p className="mb-3">{s.keptHint(counts.kept ?? 0)}</p>}
        <div className="flex flex-wrap items-center gap-3">
          <Button onClick={onLeave}>{s.importAnother}</Button>
          {batch.can_undo && imported > 0 && <UndoButton batch={batch} />}
          {batch.can_undo && imported > 0 && <span className="text-sm text-ink-2">{s.undoUntil}</span>}
        </div>
      </SectionCard>
      <DoneRows batch={batch} />
    </div>
  )
}

function UndoButton({ batch }: { batch: Batch }) {
  const undo = useAction(contract.undo, {
    ask: () => ({
      title: s.undoTitle,
      body: s.undoBody,
      confirmLabel: s.undoYes,
      danger: true,
      busyLabel: s.undoStarting,
    }),
    failed: s.notUndone,
    reread: [contract.batch, contract.list],
  })
  return (
    <Button
      variant="danger-quiet"
      icon={<Undo2 size={18} aria-hidden="true" />}
      busy={undo.busy}
      busyLabel={s.undoStarting}
      onClick={() => void undo.run({ params: { id: batch.id } })}
    >
      {s.undo}
    </Button>
  )
}

function DoneRows({ batch }: { batch: Batch }) {
  const present = OUTCOMES.filter((outcome) => (batch.counts[outcome] ?? 0) > 0)
  const [chosen, setChosen] = useState<(typeof OUTCOMES)[number] | undefined>(present[0])
  const shown = chosen !== undefined && present.includes(chosen) ? chosen : present[0]
  if (shown === undefined) return null
  const items = present.map((value) => ({ value, label: s.counts[value], count: batch.counts[value] ?? 0 }))
  return (
    <Tabs label={s.tabs} items={items} value={shown} onChange={setChosen} panelClassName="pt-3 space-y-3">
      {shown === 'refused' && <RefusedRowsExport batch={batch} />}
      <RowsTable key={shown} batch={batch} outcome={shown} />
    </Tabs>
  )
}
