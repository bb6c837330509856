import type { ReactNode } from 'react'
import { formatLongDate, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { PrepaidCard } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { CARD_WIDTH_MM, CardPaper } from './card-paper.tsx'
import { PaperDialog, PaperTray } from './paper-dialog.tsx'

type CardDialogProps = DialogControl & {
  card: PrepaidCard
  /** A further button of the dialog, beside Close. */
  action?: ReactNode
}

/** Shows a gift card or store credit with its balance, to be printed for the client. */
export function CardDialog({ open, onClose, card, action }: CardDialogProps) {
  const left = formatPeso(toCentavos(card.balance))
  return (
    <PaperDialog
      open={open}
      onClose={onClose}
      accountId={card.id}
      title={card.sale ? s.cardSale(card.sale.number) : s.kinds.store_credit}
      description={s.openedOn(formatLongDate(manilaDate(new Date(card.opened_at))))}
      widthMm={CARD_WIDTH_MM}
      printLabel={s.card}
      failed={s.notPrinted}
      canPrint={!card.is_void}
      action={action}
      drawPaper={(paper) =>
        !card.is_void && (
          <PaperTray>
            <CardPaper {...paper} card={card} />
          </PaperTray>
        )
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
    </PaperDialog>
  )
}
