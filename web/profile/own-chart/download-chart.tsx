import { FileText } from 'lucide-react'
import { useState } from 'react'
import { ownChartContract, type OwnChart } from '#shared/profile/own-chart-contract.ts'
import { ownChartMessages as s } from '#shared/profile/own-chart-messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { OwnChartLocked, useIsOwnChartLocked } from '#web/charts/own-chart-locked.tsx'
import { useClinicalRecord } from '#web/charts/use-clinical-record.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** Makes the PDF. The parts that make PDFs are loaded only now, because they are large. */
async function makePdf(chart: OwnChart, onPhoto: (done: number) => void) {
  const [{ ownChartPdf }, { loadPdfFonts }, { loadChartPhoto }] = await Promise.all([
    import('./own-chart-pdf.ts'),
    import('#web/exports/pdf-fonts.ts'),
    import('./load-photo.ts'),
  ])
  const made = await ownChartPdf(chart, { fonts: await loadPdfFonts(), pictureOf: loadChartPhoto, onPhoto })
  return { ...made, date: chart.exported_at.slice(0, 10) }
}

/** Runs work that makes or saves a PDF, and converts a failure of the browser into an error that a screen can show. */
const shown = async <Result,>(work: Promise<Result>): Promise<Result> =>
  work.catch((cause: unknown) => {
    throw cause instanceof ApiError ? cause : new ApiError(0, 'no_answer', s.notLoaded)
  })

/**
 * Saves everything in the person's own chart as one PDF, or says why the chart is locked. Renders nothing for staff and
 * in a clinic without charts.
 */
export function DownloadChart() {
  const isKept = useClinicalRecord()
  const isClient = useRole() === 'client'
  const isLocked = useIsOwnChartLocked()
  const [progress, setProgress] = useState<string | undefined>()
  const { run, busy } = useAction(
    async () => {
      setProgress(undefined)
      const { data } = await api(ownChartContract.read, {})
      return shown(makePdf(data, (done) => setProgress(s.loadingPhotos(done, data.photos.length))))
    },
    {
      failed: s.failed,
      onDone: ({ pdf, missing, date }) => {
        download(new Blob([pdf], { type: 'application/pdf' }), s.file(date))
        if (missing > 0) toast.info({ title: s.missingPhotos(missing) })
      },
    },
  )
  if (!isKept || !isClient) return null
  if (isLocked) return <OwnChartLocked />
  return (
    <div>
      <Button
        block
        busy={busy}
        busyLabel={progress ?? s.preparing}
        onClick={() => void run(undefined)}
        icon={<FileText size={18} aria-hidden="true" />}
      >
        {s.download}
      </Button>
      <p className="mt-1.5 text-sm text-ink-2">{s.hint}</p>
    </div>
  )
}
