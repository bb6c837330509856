import { Download } from 'lucide-react'
import { useState } from 'react'
import { clinicExportContract as contract } from '#shared/exports/contract.ts'
import { clinicExportMessages as s } from '#shared/exports/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { downloadFrom } from '#web/lib/copy-and-download.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { PageHeader } from '#web/ui/page-header.tsx'

/** Settings > Export: all data of the clinic as one file. */
export default function ExportPage() {
  const read = useRead(contract.read, { querystring: {} }, { failed: s.failedToLoad })
  return (
    <div className="mx-auto w-full max-w-3xl space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      <Loaded read={read} skeleton="h-80">
        {({ data }) => <Everything {...data} />}
      </Loaded>
    </div>
  )
}

/** How many milliseconds the page waits before it asks again whether the export has started, and how often it asks. */
const ASK_AGAIN_MS = 500
const ASKS = 40

const outcomes = {
  started: () => toast.success({ title: s.started, description: s.startedHint }),
  running: () => toast.error({ title: s.failed, description: s.running }),
  refused: () => toast.error({ title: s.failed, description: s.refused }),
}

/**
 * Lets the browser save the file while it arrives, because a page would have to keep all of it in memory. The page does
 * not see the answer to that request, so it asks the server whether the export has started.
 */
async function startExport(withPapers: boolean): Promise<keyof typeof outcomes> {
  const { data } = await api(contract.read, { querystring: {} })
  if (data.is_running) return 'running'
  const id = newUuid()
  downloadFrom(`${contract.download.url}?id=${id}${withPapers ? '&documents=pdf' : ''}`)
  for (let asked = 0; asked < ASKS; asked += 1) {
    const answer = await api(contract.read, { querystring: { id } })
    if (answer.data.has_started) return 'started'
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
  return 'refused'
}

/** How many documents the server draws as PDF in a minute. */
const DRAWN_IN_A_MINUTE = 1_500

type EverythingProps = Omit<Output<typeof contract.read>['data'], 'is_running' | 'has_started'>

function Everything({ has_charts, files, documents }: EverythingProps) {
  const [withPapers, setWithPapers] = useState(false)
  const start = useAction(startExport, { failed: s.failed, onDone: (outcome) => outcomes[outcome]() })
  return (
    <SectionCard title={s.everything}>
      <div className="space-y-4">
        <p>{s.hint}</p>
        <p>{has_charts ? s.withCharts : s.withoutCharts}</p>
        <p className="rounded-ctl bg-warning-soft px-4 py-2 text-warning">{s.private}</p>
        <div>
          <Checkbox label={s.documents} checked={withPapers} onChange={setWithPapers} />
          <p className="text-sm text-ink-2">{s.documentsHint(documents, Math.ceil(documents / DRAWN_IN_A_MINUTE))}</p>
        </div>
        <Button
          variant="primary"
          size="lg"
          icon={<Download size={18} aria-hidden="true" />}
          busy={start.busy}
          busyLabel={s.checking}
          onClick={() => void start.run(withPapers)}
        >
          {s.download}
        </Button>
        <Fold label={s.tables}>
          <ul className="list-disc space-y-2 pl-5">
            {files.map((file) => (
              <li key={file}>{file}</li>
            ))}
          </ul>
        </Fold>
      </div>
    </SectionCard>
  )
}
