import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { query } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PrevNext } from './prev-next.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { RowSkeletons } from './row-skeletons.tsx'
import { TransactionRow } from './transaction-row.tsx'

const PER_PAGE = 5

/** The tab of one's own payments, five at a time. */
export function MyTransactions() {
  const [page, setPage] = useState(1)
  const [receiptOf, setReceiptOf] = useState<string | null>(null)
  const list = useQuery({
    ...query(salesContract.mine, { querystring: { page, per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
  })
  const transactions = list.data?.data
  return (
    <SectionCard title={s.transactionsTab} aside={list.data && <Badge tone="primary">{list.data.total}</Badge>}>
      {sentenceOf(list) && (
        <ErrorPanel
          message={s.transactionsNotLoaded}
          onRetry={() => void list.refetch()}
          busy={list.isFetching}
          lastUpdated={list.data && formatInstantTime(new Date(list.dataUpdatedAt))}
          className="mb-4"
        />
      )}
      {list.isPending && <RowSkeletons />}
      {transactions?.length === 0 && <EmptyState icon={ReceiptText} title={s.noTransactions} className="py-8!" />}
      <ul aria-label={s.transactionsTab} aria-busy={list.isFetching || undefined}>
        {transactions?.map((transaction) => (
          <TransactionRow
            key={transaction.transaction_id}
            transaction={transaction}
            onOpenReceipt={() => setReceiptOf(transaction.transaction_id)}
          />
        ))}
      </ul>
      <PrevNext
        label={s.transactionsTab}
        page={page}
        pageCount={pageCount(list.data?.total ?? 0, PER_PAGE)}
        onChange={setPage}
      />
      <ReceiptDialog saleId={receiptOf} onClose={() => setReceiptOf(null)} />
    </SectionCard>
  )
}
