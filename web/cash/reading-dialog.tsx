import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect, useRef, useState, type Ref } from 'react'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { readingText, type ReadingPair, type ReadingText } from '#shared/cash/reading-text.ts'
import { readingsMessages as s } from '#shared/cash/readings-messages.ts'
import { receiptNumber, PAPER_WIDTHS, type PaperWidth } from '#shared/sales/receipt.ts'
import { useAction } from '#web/data/use-action.ts'
import { preparePrinting, printElement } from '#web/lib/print.ts'
import { query } from '#web/lib/query.ts'
import { now } from '#web/lib/use-now.ts'
import { usePaperWidth } from '#web/sales/receipt/use-paper-width.ts'
import '#web/sales/receipt/receipt-paper.css'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/data/skeleton.tsx'
import { SegmentedControl } from '#web/ui/fields/segmented-control.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const widths = PAPER_WIDTHS.map((width) => ({ value: width, label: s.millimetres(width) }))

const question = {
  title: s.cameOutQuestion,
  body: s.cameOutHint,
  confirmLabel: s.cameOutYes,
  cancelLabel: s.cameOutNo,
}

type ReadingDialogProps = DialogControl & {
  kind: 'X' | 'Z'
  /** Of the Z-reading; an X-reading is that of a shift. */
  id: string
}

const readingQuery = (kind: 'X' | 'Z', id: string) =>
  kind === 'X' ? query(cashContract.xReading, { params: { id } }) : query(cashContract.zReading, { params: { id } })

/** The reading as it is on opening it, and how it is printed: a copy that came out is counted on the next. */
function useReading({ kind, id }: ReadingDialogProps, width: PaperWidth) {
  const asked = useQuery({ ...readingQuery(kind, id), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })
  const [isPrinting, setIsPrinting] = useState(false)
  const confirm = useConfirm()
  const queries = useQueryClient()
  const paper = useRef<HTMLElement>(null)
  const note = useAction(cashContract.printed, {
    failed: (error) => error.message,
    reread: [cashManagementContract.readings],
    onDone: () => void queries.invalidateQueries({ queryKey: readingQuery(kind, id).queryKey }),
  })
  useEffect(preparePrinting, [])
  const print = async () => {
    if (!paper.current) return
    setIsPrinting(true)
    try {
      await printElement(paper.current, width)
      if (await confirm(question)) await note.run({ params: { id }, body: { kind } })
    } catch (cause) {
      console.warn(cause)
      toast.error({ title: s.printError })
    } finally {
      setIsPrinting(false)
    }
  }
  return { asked, paper, print, isPrinting }
}

/** An X- or Z-reading on its paper, to be printed. */
export function ReadingDialog(props: ReadingDialogProps) {
  const { open, onClose, kind } = props
  const [width, setWidth] = usePaperWidth()
  const { asked, paper, print, isPrinting } = useReading(props, width)
  const printButton = useRef<HTMLButtonElement>(null)
  const reading = asked.data?.data
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={reading?.number ? s.zNumber(receiptNumber(reading.number)) : s.headings[kind]}
      description={reading && reading.terminal_name}
      initialFocus={printButton}
      footer={
        <>
          <Button size="lg" onClick={onClose} disabled={isPrinting}>
            {s.close}
          </Button>
          <Button
            ref={printButton}
            size="lg"
            variant="primary"
            onClick={() => void print()}
            disabled={!reading}
            busy={isPrinting}
            icon={<Printer size={18} aria-hidden="true" />}
          >
            {s.print}
          </Button>
        </>
      }
    >
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm font-semibold" aria-hidden="true">
          {s.paperWidth}
        </span>
        <SegmentedControl aria-label={s.paperWidth} options={widths} value={width} onChange={setWidth} />
      </div>
      <div className="mt-3 flex justify-center overflow-x-auto rounded-card bg-surface-3 p-4">
        {reading && <ReadingPaper ref={paper} text={readingText(reading, now())} width={width} />}
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
      </div>
    </Dialog>
  )
}

const Pairs = ({ pairs }: { pairs: readonly ReadingPair[] }) => (
  <dl className="receipt-pairs">
    {pairs.map(({ label, value, isTotal }) => (
      <div key={label} className={isTotal ? 'receipt-total' : undefined}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** A reading as it comes out of the printer, in its true size. */
function ReadingPaper({ text, width, ref }: { text: ReadingText; width: PaperWidth; ref: Ref<HTMLElement> }) {
  return (
    <article ref={ref} aria-label={text.heading} data-width={width} className="receipt-paper">
      <header>
        <p className="receipt-clinic">{text.clinic}</p>
        {text.clinicLines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className="receipt-heading">{text.heading}</p>
        {text.reprint && <p className="receipt-reprint">{text.reprint}</p>}
      </header>
      <Pairs pairs={text.facts} />
      {text.parts.map(({ heading, pairs }) => (
        <section key={heading} aria-label={heading}>
          <p className="receipt-part">{heading}</p>
          <Pairs pairs={pairs} />
        </section>
      ))}
      <footer>
        {text.foot.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </footer>
    </article>
  )
}
