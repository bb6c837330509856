import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileDown, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { documentNumber } from '#shared/clinic/document-name.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { readingFileName, readingText } from '#shared/cash/reading-text.ts'
import { readingsMessages as s } from '#shared/cash/messages.ts'
import { type PaperWidth } from '#shared/sales/receipt.ts'
import { useAction } from '#web/data/use-action.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { preparePrinting, printElement } from '#web/lib/print.ts'
import { query } from '#web/lib/query.ts'
import { now } from '#web/lib/use-now.ts'
import { PaperSwitch, PaperTray, ReceiptPaper, usePaperWidth } from '#web/sales/receipt/receipt-paper.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useRefusals } from '#web/ui/overlays/refusals.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const question = {
  title: s.cameOutQuestion,
  body: s.cameOutHint,
  confirmLabel: s.cameOutYes,
  cancelLabel: s.cameOutNo,
}

type ReadingDialogProps = DialogControl & {
  kind: 'X' | 'Z'
  /** The id of the Z-reading, or of the shift for an X-reading. */
  id: string
}

const readingQuery = (kind: 'X' | 'Z', id: string) =>
  kind === 'X' ? query(cashContract.xReading, { params: { id } }) : query(cashContract.zReading, { params: { id } })

/** Loads the reading once, when the dialog opens, and prints it; the server counts each print for the reprint mark. */
function useReading({ kind: readingKind, id }: ReadingDialogProps, width: PaperWidth) {
  const asked = useQuery({ ...readingQuery(readingKind, id), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })
  const [busy, setBusy] = useState<'print' | 'pdf' | null>(null)
  const confirm = useConfirm()
  const queries = useQueryClient()
  const paper = useRef<HTMLElement>(null)
  const { showRefusal } = useRefusals()
  const note = useAction(cashContract.printed, {
    failed: (error) => error.message,
    reread: [cashManagementContract.readings],
    onDone: () => void queries.invalidateQueries({ queryKey: readingQuery(readingKind, id).queryKey }),
  })
  useEffect(preparePrinting, [])
  const run = async (kind: 'print' | 'pdf', failed: string, work: () => Promise<boolean>) => {
    setBusy(kind)
    try {
      if (await work()) await note.run({ params: { id }, body: { kind: readingKind } })
    } catch (cause) {
      console.warn(cause)
      showRefusal({ title: failed })
    } finally {
      setBusy(null)
    }
  }
  const print = () =>
    run('print', s.printError, async () => {
      if (!paper.current) return false
      await printElement(paper.current, width)
      return confirm(question)
    })
  const savePdf = () =>
    run('pdf', s.pdfError, async () => {
      const reading = asked.data?.data
      if (!reading) return false
      const { receiptPdf } = await import('#web/sales/receipt/receipt-pdf.ts')
      download(await receiptPdf(readingText(reading, now()), width), readingFileName(reading))
      return true
    })
  return { asked, paper, print, savePdf, busy }
}

/** An X- or Z-reading as it is printed. */
export function ReadingDialog(props: ReadingDialogProps) {
  const { open, onClose, kind } = props
  const [width, setWidth] = usePaperWidth()
  const { asked, paper, print, savePdf, busy } = useReading(props, width)
  const printButton = useRef<HTMLButtonElement>(null)
  const reading = asked.data?.data
  return (
    <Dialog
      open={open}
      onClose={onClose}
      tall
      title={reading?.number ? s.zNumber(documentNumber(reading.number)) : s.headings[kind]}
      description={reading && reading.terminal_name}
      initialFocus={printButton}
      footer={
        <>
          <Button size="lg" onClick={onClose} disabled={busy !== null}>
            {s.close}
          </Button>
          <Button
            size="lg"
            onClick={() => void savePdf()}
            disabled={!reading || busy === 'print'}
            busy={busy === 'pdf'}
            icon={<FileDown size={18} aria-hidden="true" />}
          >
            {s.savePdf}
          </Button>
          <Button
            ref={printButton}
            size="lg"
            variant="primary"
            onClick={() => void print()}
            disabled={!reading || busy === 'pdf'}
            busy={busy === 'print'}
            icon={<Printer size={18} aria-hidden="true" />}
          >
            {s.print}
          </Button>
        </>
      }
    >
      <PaperSwitch width={width} onChange={setWidth} />
      <PaperTray>
        {reading && <ReceiptPaper ref={paper} text={readingText(reading, now())} width={width} />}
        {asked.isPending && (
          <SkeletonGroup className="w-[80mm] max-w-full space-y-3 bg-surface p-5">
            {Array.from({ length: 12 }, (_, i) => (
              <Skeleton key={i} className="h-4 w-full" />
            ))}
          </SkeletonGroup>
        )}
        {asked.isError && !reading && (
          <ErrorPanel message={s.failedToLoad} onRetry={() => void asked.refetch()} busy={asked.isFetching} />
        )}
      </PaperTray>
    </Dialog>
  )
}
