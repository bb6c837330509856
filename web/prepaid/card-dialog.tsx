import { Printer } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { formatLongDate, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { PrepaidCard } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { prepaidPaperContract } from '#shared/prepaid/paper-contract.ts'
import { reprintOf } from '#shared/sales/paper/reprint.ts'
import { useAction } from '#web/data/use-action.ts'
import { preparePrinting, printElement } from '#web/lib/print.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useRefusals } from '#web/ui/overlays/refusals.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { CARD_WIDTH_MM, CardPaper } from './card-paper.tsx'

/**
 * Prints copies of a gift card or store credit. Each copy is recorded on the server before the print dialog opens, because
 * the browser does not tell whether the paper came out. If recording fails, nothing is printed.
 */
function useCardCopies({ id: cardId, print_count: printCount }: PrepaidCard) {
  const paper = useRef<HTMLDivElement>(null)
  /** The copy that is being printed, or the preview of the next one, which has no time yet. */
  const [shown, setShown] = useState<{ count: number; at: Date | null }>({ count: printCount, at: null })
  const [isPrinting, setIsPrinting] = useState(false)
  const { showRefusal } = useRefusals()
  const record = useAction(prepaidPaperContract.printed, {
    failed: (error) => ({ title: s.notPrinted, description: s.notRecorded(error.message) }),
  })
  // The print style sheet is loaded early, so that printing does not wait for it. If that fails, nothing is shown, because
  // printing loads the style sheet again and then shows the error.
  useEffect(() => void preparePrinting().catch(() => undefined), [])
  const printCopy = async () => {
    await preparePrinting()
    const outcome = await record.run({ params: { id: cardId }, body: { kind: 'print' } })
    if (outcome.kind !== 'done' || !paper.current) return
    // The word REPRINT must be on the screen before the paper is copied for the printer.
    const { reprint: count, printed_at } = outcome.answer.data
    flushSync(() => setShown({ count, at: new Date(printed_at) }))
    await printElement(paper.current, CARD_WIDTH_MM)
    setShown({ count: count + 1, at: null })
  }
  const print = async () => {
    setIsPrinting(true)
    try {
      await printCopy()
    } catch (cause) {
      console.warn(cause)
      showRefusal({ title: s.notPrinted })
    } finally {
      setIsPrinting(false)
    }
  }
  const reprint = reprintOf(shown.count, shown.at)
  return { paper, reprint, isPrinting, print: () => void print() }
}

type CardDialogProps = DialogControl & {
  card: PrepaidCard
  /** A further button of the dialog, beside Close. */
  action?: ReactNode
}

/** Shows a gift card or store credit with its balance, to be printed for the client. */
export function CardDialog({ open, onClose, card, action }: CardDialogProps) {
  const { paper, reprint, isPrinting, print } = useCardCopies(card)
  const left = formatPeso(toCentavos(card.balance))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={card.sale ? s.cardSale(card.sale.number) : s.kinds.store_credit}
      description={s.openedOn(formatLongDate(manilaDate(new Date(card.opened_at))))}
      footer={
        <>
          {action}
          <Button size="lg" onClick={onClose} disabled={isPrinting}>
            {s.close}
          </Button>
          <Button
            size="lg"
            variant="primary"
            icon={<Printer size={18} aria-hidden="true" />}
            onClick={print}
            busy={isPrinting}
            disabled={card.is_void}
          >
            {s.card}
          </Button>
        </>
      }
    >
      <p className="text-sm text-ink-2">{card.is_void ? s.isVoid : s.left}</p>
      {!card.is_void && (
        <p className="tnum mb-4 text-2xl font-extrabold">
          {card.balance === card.amount ? left : s.leftOf(left, formatPeso(toCentavos(card.amount)))}
        </p>
      )}
      {card.recipient_email !== null && !card.is_void && (
        <p className="mb-4 text-sm text-ink-2 wrap-anywhere">{s.sentTo(card.recipient_email)}</p>
      )}
      {!card.is_void && (
        <div className="flex justify-center overflow-x-auto rounded-card bg-surface-3 p-4">
          <CardPaper ref={paper} card={card} reprint={reprint} />
        </div>
      )}
    </Dialog>
  )
}
