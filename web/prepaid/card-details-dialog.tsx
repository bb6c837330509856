import { Link } from 'react-router'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { type CardEntry, cardListContract, type ListedCard } from '#shared/prepaid/card-list-contract.ts'
import { cardListMessages as s } from '#shared/prepaid/card-list-messages.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { areaOf } from '#web/clients/client-paths.ts'
import { useRead } from '#web/data/use-read.ts'
import { receiptPath } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { VoidCardDialog } from './void-card-dialog.tsx'

const peso = (pesos: number) => formatPeso(toCentavos(pesos))

/**
 * Shows what happened with a gift card or store credit: each change of its balance with its document. An admin can void
 * a gift card on which the whole amount is left.
 */
export function CardDetailsDialog({ open, onClose, card }: DialogControl & { card: ListedCard }) {
  const voiding = useDialog(VoidCardDialog)
  const role = useRole()
  const { id, kind, ending, amount, balance } = card
  const read = useRead(cardListContract.entries, { params: { id } }, { failed: s.entriesFailed, staleMs: 0 })
  const columns = columnsFor(areaOf(role), card)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title={s.cardTitle(prepaidMessages.kinds[kind], ending)}
      description={s.leftOf(peso(balance), peso(amount))}
      footer={
        <>
          {role === 'admin' && card.can_be_voided && (
            <Button size="lg" variant="danger-quiet" onClick={() => voiding.open({ card, onVoided: onClose })}>
              {prepaidMessages.void}
            </Button>
          )}
          <Button size="lg" onClick={onClose}>
            {s.close}
          </Button>
        </>
      }
    >
      <DataTable
        label={s.entries}
        columns={columns}
        rows={read.data?.data.map((entry, position) => ({ ...entry, position }))}
        rowKey={({ position }) => position}
        empty={null}
        skeletonRows={2}
        {...(read.failure && { error: read.failure.message, onRetry: read.failure.onRetry, busy: read.failure.busy })}
      />
      {voiding.element}
    </Dialog>
  )
}

const columnsFor = (area: 'admin' | 'cashier', { kind: cardKind }: ListedCard): Column<CardEntry>[] => [
  { key: 'date', header: s.date, card: 'title', cell: ({ date }) => formatShortDate(date) },
  {
    key: 'what',
    header: s.what,
    // The first entry of a store credit is the refund that opened it, so this entry is labelled as the opening.
    cell: ({ kind }, index) => (cardKind === 'store_credit' && index === 0 ? s.opened : s.entryKinds[kind]),
  },
  {
    key: 'document',
    header: s.document,
    cell: ({ document }) =>
      document && (
        <Link to={receiptPath(area, document)} className="font-semibold text-primary underline underline-offset-4">
          {document.name}
        </Link>
      ),
  },
  { key: 'amount', header: s.change, align: 'right', cell: ({ amount }) => peso(amount) },
  { key: 'balance', header: s.left, align: 'right', cell: ({ balance }) => peso(balance) },
]
