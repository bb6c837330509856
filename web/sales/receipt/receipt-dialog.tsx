import { FileDown, Printer } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { PAPER_WIDTHS, receiptNumber, type PaperWidth } from '#shared/sales/receipt.ts'
import { receiptSentences as s } from '#shared/sales/receipt-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { usePaperWidth } from './paper-width.ts'
import { ReceiptPaper } from './receipt-paper.tsx'
import { useReceipt, type CameOut } from './use-receipt.ts'

const widths = PAPER_WIDTHS.map((width) => ({ value: width, label: `${width} mm` }))

type ReceiptDialogProps = {
  saleId: string
  /** A sale that was just made: it cannot be closed before it was printed or saved. */
  mustComeOut: boolean
  onCameOut?: (how: CameOut) => void
  onClose: () => void
}

/** The receipt of a sale on its paper, to be printed or saved. */
export function ReceiptDialog({ saleId, mustComeOut, onCameOut = () => undefined, onClose }: ReceiptDialogProps) {
  const [width, setWidth] = usePaperWidth()
  /** How often closing it too early was tried. */
  const [warnings, setWarnings] = useState(0)
  const warn = () => setWarnings((count) => count + 1)
  const state = useReceipt(saleId, width, (how) => {
    setWarnings(0)
    onCameOut(how)
  })
  const { receipt, text, asked } = state
  const isHeld = mustComeOut && !state.isOut
  useStay(isHeld, warn)
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!isHeld}
      title={s.preview}
      description={receipt && s.receiptOf(receiptNumber(receipt.receipt_number), receipt.customer_name)}
      footer={<Footer state={state} isHeld={isHeld} onClose={() => (isHeld && !asked.isError ? warn() : onClose())} />}
    >
      {warnings > 0 && <PrintFirst times={warnings} />}
      <PaperSwitch width={width} onChange={setWidth} />
      <div className="mt-3 flex justify-center overflow-x-auto rounded-card bg-surface-3 p-4">
        {text && <ReceiptPaper ref={state.paper} text={text} width={width} />}
        {asked.isPending && <LoadingPaper />}
        {asked.isError && (
          <ErrorPanel message={s.receiptError} onRetry={() => void asked.refetch()} busy={asked.isFetching} />
        )}
      </div>
    </Dialog>
  )
}

/** Stands at the top of the paper, and comes into sight with each try. */
function PrintFirst({ times }: { times: number }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which is no way to clean up.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [times])
  return (
    <div ref={place} className="mb-3">
      <ErrorPanel message={s.printFirst} />
    </div>
  )
}

/** Neither a reload nor another page while the receipt of a sale has not come out. */
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

function PaperSwitch({ width, onChange }: { width: PaperWidth; onChange: (width: PaperWidth) => void }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="text-sm font-semibold" aria-hidden="true">
        {s.paperWidth}
      </span>
      <SegmentedControl aria-label={s.paperWidth} options={widths} value={width} onChange={onChange} />
    </div>
  )
}

type FooterProps = { state: ReturnType<typeof useReceipt>; isHeld: boolean; onClose: () => void }

function Footer({ state, isHeld, onClose }: FooterProps) {
  const { busy, text, asked } = state
  const closeLabel = !isHeld ? s.close : asked.isError ? s.closeUnprinted : s.cancel
  return (
    <>
      <Button onClick={onClose} disabled={busy !== null} size="lg">
        {closeLabel}
      </Button>
      <Button
        onClick={() => void state.savePdf()}
        disabled={!text || busy === 'print'}
        busy={busy === 'pdf'}
        icon={<FileDown size={18} aria-hidden="true" />}
        size="lg"
      >
        {s.savePdf}
      </Button>
      <Button
        variant="primary"
        onClick={() => void state.print()}
        disabled={!text || busy === 'pdf'}
        busy={busy === 'print'}
        icon={<Printer size={18} aria-hidden="true" />}
        size="lg"
      >
        {s.print}
      </Button>
    </>
  )
}

function LoadingPaper() {
  return (
    <SkeletonGroup className="w-[80mm] max-w-full space-y-3 bg-surface p-5">
      <Skeleton className="mx-auto h-5 w-40" />
      {Array.from({ length: 9 }, (_, i) => (
        <Skeleton key={i} className="h-4 w-full" />
      ))}
    </SkeletonGroup>
  )
}
