import { useQuery } from '@tanstack/react-query'
import { CircleCheck, FileText } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type Ref } from 'react'
import { useBlocker } from 'react-router'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { receiptMessages as s } from '#shared/sales/paper/messages.ts'
import { receiptFileName, receiptText, type PaperWidth } from '#shared/sales/receipt.ts'
import { useAction } from '#web/data/use-action.ts'
import { EmailReceipt } from '#web/messages/email-receipt.tsx'
import { query } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { BookletNumber } from './booklet-number.tsx'
import { CopiesFooter } from './copies-footer.tsx'
import { NextVisitButton } from './next-visit-button.tsx'
import { LoadingPaper, PaperSwitch, PaperTray, ReceiptPaper, usePaperWidth } from './receipt-paper.tsx'
import { useCopies, type CopyKind } from './use-copies.ts'

const ReadingDialog = lazyDialog(async () => (await import('#web/cash/reading-dialog.tsx')).ReadingDialog)

type ReceiptDialogProps = DialogControl & {
  saleId: string
  /** True for a new sale: the dialog cannot be closed before the receipt was printed or saved. */
  mustComeOut: boolean
  onCameOut?: (how: CopyKind) => void
  /**
   * True if the invoice was opened from the Z-reading whose sales slips it covers; closing the invoice then shows the
   * reading again.
   */
  isOfReading?: boolean
}

/** The customer's change in large type, because the cash drawer is open now. */
function Recorded({ change }: { change: number }) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card bg-success-soft px-4 py-3 text-success">
      <p className="flex items-center gap-2 font-semibold">
        <CircleCheck size={20} className="shrink-0" aria-hidden="true" />
        {s.recorded}
      </p>
      <p className="tnum flex items-baseline gap-3">
        {s.change}
        <b className="text-3xl font-extrabold tracking-tight">{formatPeso(toCentavos(change))}</b>
      </p>
    </div>
  )
}

/** Opens the Z-reading with which an invoice for sales slips was issued. */
function OpenReading({ id }: { id: string }) {
  const reading = useDialog(ReadingDialog)
  return (
    <>
      <Button
        className="mt-3"
        block
        icon={<FileText size={18} aria-hidden="true" />}
        onClick={() => reading.open({ kind: 'Z', id, isOfCover: true })}
      >
        {s.openReading}
      </Button>
      {reading.element}
    </>
  )
}

/** A sale's receipt, to be printed or saved. */
export function ReceiptDialog({ saleId, mustComeOut, onCameOut = () => undefined, ...props }: ReceiptDialogProps) {
  const { open, onClose, isOfReading = false } = props
  const [width, setWidth] = usePaperWidth()
  /** How often somebody tried to close the dialog before the receipt was printed or saved. */
  const [warnings, setWarnings] = useState(0)
  const warn = () => setWarnings((count) => count + 1)
  const state = useReceipt({ saleId, width, open }, (how) => {
    setWarnings(0)
    onCameOut(how)
  })
  const { receipt, text, asked } = state
  // An invoice for the sales slips of a day has no client, so the dialog offers neither an e-mail nor a next visit.
  const readingId = receipt?.reading_id
  // While there is no connection, no receipt can be printed, so the cashier may close the dialog without printing it.
  const canGoOn = asked.isError || state.isRefused
  const printButton = useRef<HTMLButtonElement>(null)
  const isHeld = open && mustComeOut && !state.isOut
  useStay(isHeld, warn)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={!isHeld}
      tall
      title={s.preview}
      description={receipt && s.receiptOf(receipt.document_name, receipt.customer_name)}
      initialFocus={printButton}
      footer={
        <Footer
          state={state}
          isHeld={isHeld}
          printRef={printButton}
          canGoOn={canGoOn}
          onClose={() => (isHeld && !canGoOn ? warn() : onClose())}
        />
      }
    >
      {mustComeOut && receipt && <Recorded change={receipt.exchange_money} />}
      {warnings > 0 && <PrintFirst times={warnings} />}
      <PaperSwitch width={width} onChange={setWidth} />
      {readingId && !isOfReading && <OpenReading id={readingId} />}
      {receipt?.state === 'sale' && !readingId && <NextVisitButton saleId={saleId} className="mt-3" />}
      {receipt && !readingId && <EmailReceipt saleId={saleId} />}
      {receipt?.mode === 'booklet' && receipt.state === 'sale' && (
        <BookletNumber sale={receipt} className="mt-3 w-full" />
      )}
      <PaperTray>
        {text && <ReceiptPaper ref={state.paper} text={text} width={width} />}
        {asked.isPending && <LoadingPaper />}
        {asked.isError && (
          <ErrorPanel message={s.receiptError} onRetry={() => void asked.refetch()} busy={asked.isFetching} />
        )}
      </PaperTray>
    </Dialog>
  )
}

/**
 * The warning above the receipt that it must be printed first; it scrolls into view at each attempt to close the
 * dialog.
 */
function PrintFirst({ times }: { times: number }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The effect has braces so that it returns nothing: in newer browsers scrollIntoView returns a promise, which React
    // would call as the clean-up.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [times])
  return (
    <div ref={place} className="mb-3">
      <ErrorPanel message={s.printFirst} />
    </div>
  )
}

/** While `isHeld`, blocks reloads and navigation, because the receipt must be printed or saved first. */
function useStay(isHeld: boolean, onTried: () => void): void {
  const blocker = useBlocker(isHeld)
  const stay = useEffectEvent(() => {
    blocker.reset?.()
    onTried()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') stay()
  }, [blocker.state])
  useEffect(() => {
    if (!isHeld) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isHeld])
}

type FooterProps = {
  state: ReturnType<typeof useReceipt>
  isHeld: boolean
  /** True when the dialog may be closed although the receipt was not printed. */
  canGoOn: boolean
  printRef: Ref<HTMLButtonElement>
  onClose: () => void
}

function Footer({ state, isHeld, canGoOn, printRef, onClose }: FooterProps) {
  const close = !isHeld ? s.close : canGoOn ? s.closeUnprinted : s.cancel
  return (
    <CopiesFooter
      labels={{ close, savePdf: s.savePdf, print: s.print }}
      copies={state}
      hasFailed={state.asked.isError}
      printRef={printRef}
      onClose={onClose}
    />
  )
}

const question = {
  title: s.cameOutQuestion,
  body: s.cameOutHint,
  confirmLabel: s.cameOutYes,
  cancelLabel: s.cameOutNo,
}

/**
 * Reads a receipt at each opening, so that its number of copies is current, and not again while it is open, because a
 * receipt must not change while it is printed.
 */
const useLoadedReceipt = (saleId: string) =>
  useQuery({
    ...query(salesContract.receipt, { params: { id: saleId } }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  })

type ReceiptOptions = { saleId: string; width: PaperWidth; open: boolean }

/** A receipt with its actions. `onCameOut` is called for each copy that was printed or saved. */
function useReceipt({ saleId, width, open }: ReceiptOptions, onCameOut: (how: CopyKind) => void) {
  const asked = useLoadedReceipt(saleId)
  const receipt = asked.data?.data
  const record = useAction(salesContract.printed, {
    failed: (error, { body }) =>
      body.kind === 'print'
        ? { title: s.printError, description: s.notRecorded(error.message) }
        : { title: s.receiptError, description: s.notSaved(error.message) },
  })
  const copies = useCopies({
    isOpen: open,
    width,
    printCount: receipt?.print_count,
    textOf: (count, at) => receipt && receiptText({ ...receipt, print_count: count }, at),
    record: (kind) => record.run({ params: { id: saleId }, body: { kind } }),
    fileName: receipt ? receiptFileName(receipt.transaction_date) : '',
    question,
    failed: { print: s.printError, pdf: s.receiptError },
    onCameOut,
  })
  return { ...copies, asked, receipt }
}
