import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useRef } from 'react'
import { documentNumber } from '#shared/clinic/document-name.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { readingFileName, readingText } from '#shared/cash/reading-text.ts'
import { readingsMessages as s } from '#shared/cash/reading-messages.ts'
import { type PaperWidth } from '#shared/sales/receipt.ts'
import { useAction } from '#web/data/use-action.ts'
import { query, rereadAll } from '#web/lib/query.ts'
import { CopiesFooter } from '#web/sales/receipt/copies-footer.tsx'
import { LoadingPaper, PaperSwitch, PaperTray, ReceiptPaper, usePaperWidth } from '#web/sales/receipt/receipt-paper.tsx'
import { useCopies } from '#web/sales/receipt/use-copies.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { lazyDialog, useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const ReceiptDialog = lazyDialog(async () => (await import('#web/sales/receipt/receipt-dialog.tsx')).ReceiptDialog)

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
  /**
   * True if the reading was opened from the invoice that covers the day's sales slips; closing the reading then shows
   * this invoice again.
   */
  isOfCover?: boolean
}

const readingQuery = (kind: 'X' | 'Z', id: string) =>
  kind === 'X' ? query(cashContract.xReading, { params: { id } }) : query(cashContract.zReading, { params: { id } })

/**
 * Reads an X- or Z-reading once, when the dialog opens, because the reading must not change while it is printed;
 * returns it with its actions.
 */
function useReading({ open, kind, id }: ReadingDialogProps, width: PaperWidth) {
  const asked = useQuery({ ...readingQuery(kind, id), staleTime: Infinity, gcTime: 0, refetchOnMount: 'always' })
  const reading = asked.data?.data
  const queries = useQueryClient()
  const record = useAction(cashContract.printed, {
    failed: (error) => ({ title: s.printError, description: s.notRecorded(error.message) }),
    // The list of readings is read again in the background, because the print dialog must not wait for it.
    onDone: () => void rereadAll(queries, [cashManagementContract.readings]),
  })
  const copies = useCopies({
    isOpen: open,
    width,
    printCount: reading?.print_count,
    textOf: (count, at) => reading && readingText({ ...reading, print_count: count }, at),
    record: () => record.run({ params: { id }, body: { kind } }),
    fileName: reading ? readingFileName(reading) : '',
    question,
    failed: { print: s.printError, pdf: s.pdfError },
  })
  return { asked, reading, copies }
}

/** Opens the invoice that covers the sales slips of the day. */
function OpenCover({ id, number }: { id: string; number: number }) {
  const receipt = useDialog(ReceiptDialog)
  return (
    <>
      <Button
        className="mt-3"
        block
        icon={<ReceiptText size={18} aria-hidden="true" />}
        onClick={() => receipt.open({ saleId: id, mustComeOut: false, isOfReading: true })}
      >
        {s.openCover(documentNumber(number))}
      </Button>
      {receipt.element}
    </>
  )
}

/** An X- or Z-reading as it is printed. */
export function ReadingDialog(props: ReadingDialogProps) {
  const { open, onClose, kind } = props
  const [width, setWidth] = usePaperWidth()
  const { asked, reading, copies } = useReading(props, width)
  const printButton = useRef<HTMLButtonElement>(null)
  const cover = props.isOfCover ? null : reading?.small_sales?.cover
  return (
    <Dialog
      open={open}
      onClose={onClose}
      tall
      title={reading?.number ? s.zNumber(documentNumber(reading.number)) : s.headings[kind]}
      description={reading && reading.terminal_name}
      initialFocus={printButton}
      footer={
        <CopiesFooter labels={s} copies={copies} hasFailed={asked.isError} printRef={printButton} onClose={onClose} />
      }
    >
      <PaperSwitch width={width} onChange={setWidth} />
      {cover && <OpenCover {...cover} />}
      <PaperTray>
        {copies.text && <ReceiptPaper ref={copies.paper} text={copies.text} width={width} />}
        {asked.isPending && <LoadingPaper />}
        {asked.isError && !reading && (
          <ErrorPanel message={s.failedToLoad} onRetry={() => void asked.refetch()} busy={asked.isFetching} />
        )}
      </PaperTray>
    </Dialog>
  )
}
