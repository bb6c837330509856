import { Download } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { listFileMessages as s } from '#shared/lib/lists/messages.ts'
import type { ListFile } from '#shared/lib/lists/list-file.ts'
import { lazyPart } from '#web/lib/page/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'

const ExportMenu = lazyPart(async () => (await import('./export-menu.tsx')).ExportMenu)

export type ListExportProps<Row = never> = {
  /** The search, number of rows and state of the list on the screen. */
  list: { query: { search: string }; total: number | undefined; error: unknown; isPrevious: boolean }
  file: ListFile<Row>
  /** The call that exports the list. */
  endpoint: Endpoint & { querystring: z.ZodObject }
  /** The chosen filters in words, for the lines above the table of the PDF. */
  covers?: readonly (string | undefined)[]
}

/** The button that saves all rows of a filtered list as CSV, Excel file or PDF. */
export function ListExport<Row>(props: ListExportProps<Row>) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => ExportMenu.preload(), [])
  const icon = <Download size={18} aria-hidden="true" />
  if (!isWanted)
    return (
      <Button icon={icon} aria-haspopup="menu" onClick={() => setWanted(true)}>
        {s.export}
      </Button>
    )
  return (
    <Suspense
      fallback={
        <Button icon={icon} busy>
          {s.export}
        </Button>
      }
    >
      <ExportMenu {...props} />
    </Suspense>
  )
}
