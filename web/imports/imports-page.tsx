import { FileSpreadsheet } from 'lucide-react'
import { useMemo } from 'react'
import { importsContract as contract, type BatchRow } from '#shared/imports/contract.ts'
import { importMessages as s } from '#shared/imports/messages.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { useList } from '#web/data/use-list.ts'
import { useTakesPrepaid } from '#web/sales/api.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { ClinicImport } from '#web/clinic-imports/clinic-import.tsx'
import { BatchView } from './batch-view.tsx'
import { FileForm } from './file-form.tsx'

/** Settings > Import: a file is chosen, its columns are matched and its rows checked before anything is imported. */
export default function ImportsPage() {
  const [{ batch }, change] = useUrlState({ batch: '' })
  const hasPackages = useTakesPrepaid()
  const open = (id: string) => change({ batch: id })
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} subtitle={hasPackages ? s.subtitleWithPackages : s.subtitle} />
      {batch === '' ? (
        <>
          <FileForm onRead={open} />
          <ClinicImport />
          <Batches onOpen={open} />
        </>
      ) : (
        <BatchView key={batch} id={batch} onLeave={() => change({ batch: '' })} />
      )}
    </div>
  )
}

const tones: Partial<Record<BatchRow['state'], Tone>> = {
  checked: 'warning',
  uploaded: 'warning',
  imported: 'success',
  checking: 'info',
  importing: 'info',
  undoing: 'info',
}

const columns = (onOpen: (id: string) => void): Column<BatchRow>[] => [
  {
    key: 'file',
    header: s.fileName,
    card: 'title',
    cell: ({ file_name }) => <span className="wrap-anywhere">{file_name}</span>,
  },
  { key: 'kind', header: s.kind, cell: ({ kind }) => s.kinds[kind] },
  { key: 'rows', header: s.rowsHeader, align: 'right', cell: ({ row_count }) => formatNumber(row_count) },
  {
    key: 'when',
    header: s.when,
    cell: ({ created_at, created_by_name }) => (
      <>
        <span className="whitespace-nowrap">{formatInstant(created_at)}</span>
        <span className="block text-sm text-ink-2">{created_by_name}</span>
      </>
    ),
  },
  { key: 'state', header: s.state, cell: ({ state }) => <Badge tone={tones[state]}>{s.states[state]}</Badge> },
  {
    key: 'open',
    header: s.open,
    headerHidden: true,
    card: 'actions',
    cell: ({ id, file_name }) => (
      <Button aria-label={s.openBatch(file_name)} onClick={() => onOpen(id)}>
        {s.open}
      </Button>
    ),
  },
]

function Batches({ onOpen }: { onOpen: (id: string) => void }) {
  const list = useList(contract.list, { failed: s.failedToLoad, local: true })
  const shown = useMemo(() => columns(onOpen), [onOpen])
  return (
    <section aria-labelledby="recent-imports" className="space-y-3">
      <h2 id="recent-imports" className="text-lg font-bold">
        {s.recent}
      </h2>
      <DataTable
        label={s.recent}
        columns={shown}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={FileSpreadsheet} title={s.noneYet} body={s.noneYetHint} />}
        {...list.table}
      />
      <Pager {...list.pager} />
    </section>
  )
}
