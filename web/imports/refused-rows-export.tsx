import { Download } from 'lucide-react'
import { importsContract as contract, type Batch } from '#shared/imports/contract.ts'
import { importMessages as s } from '#shared/imports/messages.ts'
import { filesOf } from '#shared/lib/lists/list-export.ts'
import { listFileMessages } from '#shared/lib/lists/messages.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { factsOf } from '#web/exports/report/report.ts'
import { exportIcons, useExport } from '#web/exports/use-export.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'

/** The downloads of the rows that cannot be imported, as CSV and as Excel file. */
export function RefusedRowsExport({ batch }: { batch: Batch }) {
  const { busy, run, dialog } = useExport({
    endpoint: contract.refused,
    input: { params: { id: batch.id } },
    total: batch.counts.refused,
    files: filesOf(s.fileToCorrect(batch.file_name)),
    // No column is a number or date: all cells are texts, as in the imported file.
    report: (making) => ({ title: batch.file_name, ...factsOf(making, []), columns: [], hasNoTotal: true }),
    hasNoTotal: true,
    nothing: { title: listFileMessages.nothing, description: listFileMessages.nothingHint },
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <a href={contract.refused.url.replace(':id', batch.id)} download className={buttonClass()}>
        <Download size={18} aria-hidden="true" />
        {s.downloadRefused}
      </a>
      <Button icon={exportIcons.xlsx} busy={busy !== null} onClick={() => void run('xlsx')}>
        {exportMessages.exportXlsx}
      </Button>
      <span className="text-sm text-ink-2">{s.downloadHint}</span>
      {dialog}
    </div>
  )
}
