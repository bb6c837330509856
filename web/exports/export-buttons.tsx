import { FileSpreadsheet, FileText } from 'lucide-react'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { exportSentences as s } from '#shared/lib/export-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { useExport, type ExportableList, type ExportKind } from './use-export.tsx'

const looks = {
  csv: { icon: <FileSpreadsheet size={18} aria-hidden="true" />, words: s.exportCsv },
  pdf: { icon: <FileText size={18} aria-hidden="true" />, words: s.exportPdf },
}

type ExportButtonsProps<E extends Endpoint> = {
  list: ExportableList<E>
  kinds: readonly ExportKind[]
  className?: string
}

/** EXPORT CSV and EXPORT PDF of a list. */
export function ExportButtons<E extends Endpoint>({ list, kinds }: ExportButtonsProps<E>) {
  const { busy, run, dialog } = useExport(list)
  return (
    <>
      {kinds.map((kind) => (
        <Button
          key={kind}
          icon={looks[kind].icon}
          busy={busy === kind}
          busyLabel={s.exporting}
          disabled={busy !== null && busy !== kind}
          onClick={() => void run(kind)}
        >
          {looks[kind].words}
        </Button>
      ))}
      {dialog}
    </>
  )
}
