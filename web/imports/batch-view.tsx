import { ArrowLeft, Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { importsContract as contract, type Batch } from '#shared/imports/contract.ts'
import { WORKING_STATES, type BatchState } from '#shared/imports/kinds.ts'
import { importMessages as s } from '#shared/imports/messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { queryClient, rereadAll } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { ProgressBar } from '#web/ui/data/progress-bar.tsx'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { DoneStep } from './done-step.tsx'
import './imports.css'

/** The milliseconds after which the progress of a running import step is read again. */
const PROGRESS_MS = 1_000

const isWorking = (state: BatchState | undefined) =>
  (WORKING_STATES as readonly (BatchState | undefined)[]).includes(state)

/** Reads an import, again each second while a job works on it. */
function useBatch(id: string) {
  const [isRunning, setRunning] = useState(false)
  const options = { failed: s.failedToLoadOne, everyMs: isRunning ? PROGRESS_MS : (false as const) }
  const read = useRead(contract.batch, { params: { id } }, options)
  const isNowRunning = isWorking(read.data?.data.state)
  if (isNowRunning !== isRunning) setRunning(isNowRunning)
  return read
}

const stepOf: Record<BatchState, number> = {
  reading: 0,
  uploaded: 1,
  checking: 2,
  checked: 2,
  importing: 3,
  imported: 3,
  undoing: 3,
  undone: 3,
}

/** The import of one file, at its current step. */
export function BatchView({ id, onLeave }: { id: string; onLeave: () => void }) {
  const read = useBatch(id)
  const batch = read.data?.data
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="quiet" icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onLeave}>
          {s.back}
        </Button>
        {batch && (
          <p className="min-w-0 wrap-anywhere text-ink-2">
            {batch.file_name} · {s.kinds[batch.kind]} · {s.rows(batch.row_count)}
          </p>
        )}
      </div>
      <Loaded read={read} skeleton="h-96">
        {({ data }) => (
          <>
            <Steps at={stepOf[data.state]} />
            <Step batch={data} onLeave={onLeave} />
          </>
        )}
      </Loaded>
    </div>
  )
}

const steps = [s.steps.file, s.steps.columns, s.steps.check, s.steps.done]

function Steps({ at }: { at: number }) {
  return (
    <ol aria-label={s.stepsLabel} className="import-steps">
      {steps.map((name, index) => (
        <li key={name} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span aria-hidden="true">{index < at ? <Check size={14} /> : index + 1}</span>
          <b>{name}</b>
        </li>
      ))}
    </ol>
  )
}

function Step({ batch, onLeave }: { batch: Batch; onLeave: () => void }) {
  switch (batch.state) {
    case 'uploaded':
      return <ColumnsStep batch={batch} onLeave={onLeave} />
    case 'checked':
      return <CheckStep batch={batch} onLeave={onLeave} />
    case 'imported':
    case 'undone':
      return <DoneStep batch={batch} onLeave={onLeave} />
    default:
      return <Working batch={batch} />
  }
}

const working: Partial<Record<BatchState, string>> = {
  checking: s.checking,
  importing: s.importing,
  undoing: s.undoing,
}

/** The progress of a step of an import. When the step ends, the lists of rows and of imports are read again. */
function Working({ batch }: { batch: Batch }) {
  const { state, done, row_count } = batch
  useEffect(() => () => void rereadAll(queryClient, [contract.rows, contract.list]), [])
  return (
    <SectionCard title={working[state] ?? s.reading}>
      <ProgressBar label={working[state] ?? s.reading} share={row_count === 0 ? null : done / row_count}>
        {s.progress(done, row_count)}
      </ProgressBar>
      <p className="mt-3 text-sm text-ink-2">{s.mayLeave}</p>
    </SectionCard>
  )
}
