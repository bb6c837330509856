import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft, ReceiptText } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { formatInstantTime, manilaDate } from '#shared/lib/manila-time.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { TRANSACTION_FILES } from '#shared/sales/transactions-export.ts'
import { transactionsSentences as s } from '#shared/sales/transactions-sentences.ts'
import { ExportButtons } from '#web/exports/export-buttons.tsx'
import { paths } from '#web/lib/paths.ts'
import { query } from '#web/lib/query.ts'
import type { Making } from '#web/exports/report/report-facts.ts'
import { useRole } from '#web/lib/session.tsx'
import { useExistingPage } from '#web/lib/use-existing-page.ts'
import { now } from '#web/lib/use-now.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { ReceiptDialog } from '#web/sales/receipt/receipt-dialog.tsx'
import { TransactionCard } from './transaction-card.tsx'
import { PER_PAGE, useTransactionFilters, type TransactionQuery } from './transaction-filters.ts'
import { transactionReport } from './transaction-report.ts'
import { TransactionStats } from './transaction-stats.tsx'
import { TransactionToolbar } from './transaction-toolbar.tsx'

const grid = 'grid gap-3 md:grid-cols-2 lg:gap-4 xl:grid-cols-3'

/** Every sale, found by customer, treatment, number and date, with its receipt to print again. */
export default function TransactionsPage() {
  const filters = useTransactionFilters(manilaDate(now()))
  const list = useQuery({
    ...query(salesContract.list, { querystring: filters.query }),
    placeholderData: keepPreviousData,
  })
  const pages = pageCount(list.data?.total ?? 0, PER_PAGE)
  useExistingPage(filters.query.page, list.data && !list.isPlaceholderData ? pages : undefined, filters.setPage)
  const isCashier = useRole() === 'cashier'
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        actions={
          <>
            {isCashier && <BackToCashier />}
            <Exports
              query={filters.query}
              total={list.isError || list.isPlaceholderData ? undefined : list.data?.total}
            />
          </>
        }
      />
      <TransactionStats summary={list.data?.summary} loading={list.isPending} />
      <TransactionToolbar filters={filters} />
      {list.isError && (
        <ErrorPanel
          message={s.failed}
          onRetry={() => void list.refetch()}
          busy={list.isFetching}
          {...(list.data && { lastUpdated: formatInstantTime(new Date(list.dataUpdatedAt)) })}
        />
      )}
      {list.isPending && <SkeletonCards count={PER_PAGE / 2} className={grid} />}
      {list.data && <Cards sales={list.data.data} isStale={list.isPlaceholderData} />}
      <Pager page={filters.query.page} pageCount={pages} onChange={filters.setPage} />
    </div>
  )
}

const kinds = ['csv', 'pdf'] as const

/** The whole filter as files, not the page on the screen. */
function Exports({ query: { search, from, to }, total }: { query: TransactionQuery; total: number | undefined }) {
  const filter = { search, ...(from && to && { from, to }) }
  const list = {
    endpoint: salesContract.exportCsv,
    input: { querystring: filter },
    total,
    files: TRANSACTION_FILES,
    report: (making: Making) => transactionReport(filter, making),
    nothing: { title: s.noneTitle, description: s.noneHint },
  }
  return (
    <div className="flex gap-2 max-sm:basis-full! max-sm:[&>*]:flex-1">
      <ExportButtons list={list} kinds={kinds} />
    </div>
  )
}

function BackToCashier() {
  return (
    <Link to={paths.till} className={buttonClass()}>
      <ArrowLeft size={18} aria-hidden="true" />
      {s.goBackToCashier}
    </Link>
  )
}

function Cards({ sales, isStale }: { sales: readonly Sale[]; isStale: boolean }) {
  const [saleId, setSaleId] = useState<string | null>(null)
  const openReceipt = useCallback((id: string) => setSaleId(id), [])
  if (sales.length === 0) return <EmptyState icon={ReceiptText} title={s.noneTitle} body={s.noneHint} />
  return (
    <>
      <ul className={grid} aria-busy={isStale}>
        {sales.map((sale) => (
          <li key={sale.id} className="min-w-0">
            <TransactionCard sale={sale} onOpenReceipt={openReceipt} />
          </li>
        ))}
      </ul>
      {saleId && <ReceiptDialog saleId={saleId} mustComeOut={false} onClose={() => setSaleId(null)} />}
    </>
  )
}
