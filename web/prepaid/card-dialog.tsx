import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatLongDate, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { PrepaidCard } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { usePrintedPaper } from '#web/ui/overlays/use-printed-paper.ts'
import { CARD_WIDTH_MM, CardPaper } from './card-paper.tsx'

type CardDialogProps = DialogControl & {
  card: PrepaidCard
  /** A further button of the dialog, beside Close. */
  action?: ReactNode
}

/** Shows a gift card or store credit with its balance, to be printed for the client. */
export function CardDialog({ open, onClose, card, action }: CardDialogProps) {
  const { paper, isPrinting, print } = usePrintedPaper(CARD_WIDTH_MM, s.notPrinted)
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
          <Button size="lg" onClick={onClose}>
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
          <CardPaper ref={paper} card={card} />
        </div>
      )}
    </Dialog>
  )
}
