import { Download } from 'lucide-react'
import { filesOf } from '#shared/lib/lists/list-export.ts'
import type { ListFile } from '#shared/lib/lists/list-file.ts'
import { listFileMessages as s } from '#shared/lib/lists/messages.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import type { ListExportProps } from './list-export.tsx'
import { factsOf, type Making, type Report } from './report/report.ts'
import { exportIcons, exportKinds, useExport } from './use-export.tsx'

const words = { csv: s.asCsv, xlsx: s.asXlsx, pdf: s.asPdf }

/** Makes the report for the PDF and Excel file of a list. It has the columns of the CSV file, in the same order. */
function reportOf({ name, columns, layout }: ListFile<never>, covers: string[], making: Making): Report {
  return {
    title: s.titles[name],
    ...factsOf(making, covers),
    columns: columns.map(({ header, kind, width }, cell) => ({
      header,
      cell,
      kind,
      ...(width !== undefined && { width }),
    })),
    ...(layout && { layout }),
  }
}

/** The menu of `ListExport`. It is open when it first appears, because its code is loaded when somebody opens it. */
export function ExportMenu({ list, file, endpoint, covers = [] }: ListExportProps) {
  const { page: _page, per_page: _size, ...filter } = list.query as Record<string, unknown> & { search: string }
  const told = [...covers, filter.search === '' ? undefined : exportMessages.searchedFor(filter.search)]
  const { busy, run, dialog } = useExport({
    endpoint,
    input: { querystring: filter },
    total: list.error || list.isPrevious ? undefined : list.total,
    files: filesOf(file.name),
    report: (making) => {
      const facts = told.filter((text) => text !== undefined)
      return reportOf(file, facts, making)
    },
    nothing: { title: s.nothing, description: s.nothingHint },
  })
  return (
    <>
      <Menu
        isOpenFirst
        trigger={
          <Button icon={<Download size={18} aria-hidden="true" />} busy={busy !== null}>
            {s.export}
          </Button>
        }
        items={exportKinds.map((kind) => ({
          label: words[kind],
          icon: exportIcons[kind],
          onSelect: () => void run(kind),
        }))}
      />
      {dialog}
    </>
  )
}
