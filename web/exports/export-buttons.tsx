import type { Endpoint } from '#shared/lib/endpoint.ts'
import { exportMessages as s } from '#shared/lib/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { exportIcons, exportKinds, useExport, type ExportableList, type ExportKind } from './use-export.tsx'

const words: Record<ExportKind, string> = { csv: s.exportCsv, xlsx: s.exportXlsx, pdf: s.exportPdf }

/** The buttons EXPORT CSV, EXPORT EXCEL and EXPORT PDF of a list. */
export function ExportButtons<E extends Endpoint>({ list }: { list: ExportableList<E> }) {
  const { busy, run, dialog } = useExport(list)
  return (
    <>
      {exportKinds.map((kind) => (
        <Button
          key={kind}
          icon={exportIcons[kind]}
          busy={busy === kind}
          busyLabel={s.exporting}
          disabled={busy !== null && busy !== kind}
          onClick={() => void run(kind)}
        >
          {words[kind]}
        </Button>
      ))}
      {dialog}
    </>
  )
}
