import { useQueryClient } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { clinicContract, type ClinicProfile } from '#shared/clinic/contract.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import type { Copy } from '#shared/prepaid/paid-ahead-text.ts'
import { prepaidPaperContract } from '#shared/prepaid/paper-contract.ts'
import type { PaperText } from '#shared/sales/paper/paper.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { rereadAll } from '#web/lib/query.ts'
import { CopiesFooter } from '#web/sales/receipt/copies-footer.tsx'
import { LoadingPaper, PaperSwitch, PaperTray, ReceiptPaper, usePaperWidth } from '#web/sales/receipt/receipt-paper.tsx'
import { useCopies } from '#web/sales/receipt/use-copies.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type PaidAheadDialogProps = DialogControl & {
  /** The id of the prepaid account that holds the money of the package or deposit. */
  accountId: string
  title: string
  description: string
  /** How many copies were recorded; undefined while the receipt loads. */
  printCount: number | undefined
  /** The calls whose answers contain the number of copies. */
  rereads?: readonly Endpoint[]
  /** The printed text of a copy; undefined while the receipt loads. */
  textOf: (clinic: ClinicProfile, copy: Copy) => PaperText | undefined
  /** What the dialog shows if the receipt could not be loaded. */
  failure?: ReactNode
}

/** Shows the receipt of a package or deposit, to be printed or saved for the client. */
export function PaidAheadDialog(props: PaidAheadDialogProps) {
  const { open, onClose, accountId, title, description, printCount, rereads = [], textOf, failure = null } = props
  const [width, setWidth] = usePaperWidth()
  const clinicRead = useRead(clinicContract.read, {})
  const clinic = clinicRead.data?.data
  const queries = useQueryClient()
  const record = useAction(prepaidPaperContract.printed, {
    failed: (error, { body }) =>
      body.kind === 'print'
        ? { title: s.receiptNotPrinted, description: s.notRecorded(error.message) }
        : { title: s.receiptNotSaved, description: s.notSaved(error.message) },
    // The number of copies is read again in the background, because the print dialog must not wait for it.
    onDone: () => void rereadAll(queries, rereads),
  })
  const copies = useCopies({
    isOpen: open,
    width,
    printCount,
    textOf: (count, at) => clinic && textOf(clinic, { count, at }),
    record: (kind) => record.run({ params: { id: accountId }, body: { kind } }),
    fileName: `${title}.pdf`,
    failed: { print: s.receiptNotPrinted, pdf: s.receiptNotSaved },
  })
  const hasFailed = failure !== null || (!clinic && clinicRead.failure !== undefined)
  const printButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      tall
      title={title}
      description={description}
      initialFocus={printButton}
      footer={
        <CopiesFooter
          labels={{ close: s.close, savePdf: s.savePdf, print: s.printReceipt }}
          copies={copies}
          hasFailed={hasFailed}
          printRef={printButton}
          onClose={onClose}
        />
      }
    >
      <PaperSwitch width={width} onChange={setWidth} />
      <PaperTray>
        {copies.text && <ReceiptPaper ref={copies.paper} text={copies.text} width={width} />}
        {!copies.text && !hasFailed && <LoadingPaper />}
        {!clinic && clinicRead.failure && <ErrorPanel {...clinicRead.failure} />}
        {failure}
      </PaperTray>
    </Dialog>
  )
}
