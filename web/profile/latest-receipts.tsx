import { useQuery } from '@tanstack/react-query'
import { ChevronRight, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { salesContract, type ClientSale } from '#shared/sales/contract.ts'
import { receiptNumber } from '#shared/sales/receipt.ts'
import { paths } from '#web/lib/paths.ts'
import { query } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { RowSkeletons } from './row-skeletons.tsx'
import { itemWords, soldItemsOf } from './sold-items.ts'

const LATEST = 3

/** The last three payments; each opens its receipt. */
export function LatestReceipts() {
  const [receiptOf, setReceiptOf] = useState<string | null>(null)
  const list = useQuery(query(salesContract.mine, { querystring: { per_page: LATEST } }))
  const transactions = list.data?.data
  return (
    <SectionCard title={s.latestReceipts}>
      {sentenceOf(list) && (
        <ErrorPanel message={s.transactionsNotLoaded} onRetry={() => void list.refetch()} busy={list.isFetching} />
      )}
      {/* As high as the latest receipts with their link: nothing below it moves. */}
      <div className="flex min-h-64 flex-col justify-center">
        {list.isPending && <RowSkeletons count={LATEST} />}
        {transactions?.length === 0 && (
          <EmptyState icon={ReceiptText} title={s.noReceipts} body={s.noReceiptsHint} className="py-0!" />
        )}
        <ul aria-label={s.latestReceipts}>
          {transactions?.map((transaction) => (
            <li key={transaction.transaction_id} className="border-t border-line first:border-t-0">
              <ReceiptLine transaction={transaction} onOpen={() => setReceiptOf(transaction.transaction_id)} />
            </li>
          ))}
        </ul>
        {transactions && transactions.length > 0 && (
          <Link
            to={`${paths.profile}?tab=transactions`}
            className={`${buttonClass({ pill: true })} mt-4 self-start max-sm:w-full`}
          >
            {s.allReceipts}
          </Link>
        )}
      </div>
      <ReceiptDialog saleId={receiptOf} onClose={() => setReceiptOf(null)} />
    </SectionCard>
  )
}

function ReceiptLine({ transaction, onOpen }: { transaction: ClientSale; onOpen: () => void }) {
  const names = soldItemsOf(transaction.treatments).map(itemWords).join(', ')
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-16 w-full items-center gap-3 rounded-ctl py-2 text-left hover:bg-surface-2"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-bold">
          {names || s.receipt(receiptNumber(transaction.receipt_number))}
        </span>
        <span className="tnum block text-sm text-ink-2">
          {formatDate(manilaDate(new Date(transaction.transaction_date)))}
        </span>
      </span>
      <span className="tnum font-extrabold">{formatPeso(toCentavos(transaction.total))}</span>
      <ChevronRight size={18} className="shrink-0 text-ink-3" aria-hidden="true" />
    </button>
  )
}
