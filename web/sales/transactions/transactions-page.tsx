import { formatNumber } from '#shared/lib/numbers.ts'
import { ArrowLeft, Coins, ReceiptText, Users } from 'lucide-react'
import { useCallback } from 'react'
import { Link, Navigate } from 'react-router'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { formatPeso, formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { methodMessages, transactionsMessages as s } from '#shared/sales/messages.ts'
import { TRANSACTION_FILES } from '#shared/sales/period.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { ExportButtons } from '#web/exports/export-buttons.tsx'
import type { Making } from '#web/exports/report/report.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useLargeTargets } from '#web/lib/use-device.ts'
import { useAddress } from '#web/lib/use-url-state.ts'
import { useToday } from '#web/lib/use-now.ts'
import { useApproval } from '#web/approvals/use-approval.tsx'
import { useAcceptedMethods } from '#web/sales/api.ts'
import { ReceiptDialog } from '#web/sales/receipt/receipt-dialog.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState, Loaded, SkeletonCards } from '#web/ui/data/load-states.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { StatCard } from '#web/ui/card.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { TransactionToolbar, usePeriod, transactionReport } from './transaction-filters.tsx'
import { TransactionCard } from './transaction-card.tsx'

const grid = 'grid gap-3 md:grid-cols-2 lg:gap-4 xl:grid-cols-3'

/** The Transactions page: sales by search and date, with receipts to print again. */
export default function TransactionsPage() {
  useLargeTargets()
  const isCashier = useRole() === 'cashier'
  const today = useToday()
  const { start, setPeriod } = usePeriod(isCashier, today)
  if (start !== null) return <Navigate replace to={start} />
  return <Transactions isCashier={isCashier} today={today} setPeriod={setPeriod} />
}

type TransactionsProps = Pick<ReturnType<typeof usePeriod>, 'setPeriod'> & { isCashier: boolean; today: CivilDate }

function Transactions({ isCashier, today, setPeriod }: TransactionsProps) {
  const list = useList(salesContract.list, { failed: s.failed })
  // All-time revenue is only for people who can see the dashboard.
  const maySeeAll = permissionsOf(useRole()).has('dashboard.read')
  const withSums = maySeeAll || list.query.from !== undefined
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        actions={
          <>
            {isCashier && <BackToCashier />}
            <Exports list={list} />
          </>
        }
      />
      <TransactionStats summary={list.answer?.summary} loading={list.isLoading} withSums={withSums} />
      <TransactionToolbar list={list} today={today} setPeriod={setPeriod} />
      {withSums && list.answer && <MethodSums methods={list.answer.summary.methods} />}
      <Loaded
        read={{ data: list.rows, failure: list.failure }}
        skeleton={<SkeletonCards count={list.query.per_page / 2} className={grid} />}
      >
        {(sales) => <Cards sales={sales} isStale={list.isPrevious} today={today} />}
      </Loaded>
      <Pager {...list.pager} />
      <ReceiptOfAddress />
    </div>
  )
}

/** Opens the receipt in the URL, for links from the search. */
function ReceiptOfAddress() {
  const [params, edit] = useAddress()
  const saleId = params.get('receipt')
  return saleId === null ? null : (
    <ReceiptDialog
      key={saleId}
      open
      saleId={saleId}
      mustComeOut={false}
      onClose={() => edit((next) => next.delete('receipt'))}
    />
  )
}

const CreditDialog = lazyDialog(async () => (await import('#web/prepaid/card-dialog.tsx')).CardDialog)
const RefundDialog = lazyDialog(async () => (await import('./refund-dialog.tsx')).RefundDialog)
const VoidDialog = lazyDialog(async () => (await import('./void-dialog.tsx')).VoidDialog)

/** The buttons that export all sales that match the filter, not only the displayed page. */
function Exports({ list }: { list: List<typeof salesContract.list> }) {
  const { search, from, to } = list.query
  const filter = { search, ...(from && to && { from, to }) }
  const exported = {
    endpoint: salesContract.exportCsv,
    input: { querystring: filter },
    total: list.error || list.isPrevious ? undefined : list.total,
    files: TRANSACTION_FILES,
    report: (making: Making) => transactionReport(filter, making),
    nothing: { title: s.noneTitle, description: s.noneHint },
  }
  return (
    <div className="flex flex-wrap gap-2 max-sm:basis-full! max-sm:[&>*]:flex-1">
      <ExportButtons list={exported} />
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

/**
 * True if a sale can be voided. A sales slip that an invoice covers belongs to a closed day, so it can no longer be
 * voided.
 */
const mayBeVoided = (sale: Sale, today: CivilDate) =>
  sale.state === 'sale' && sale.refunded === 0 && sale.business_date === today && !sale.cover

const mayBeRefunded = (sale: Sale, today: CivilDate) =>
  sale.state === 'sale' && sale.business_date < today && sale.refunded < sale.total_after_discount

type CardsProps = { sales: readonly Sale[]; isStale: boolean; today: CivilDate }

function Cards({ sales, isStale, today }: CardsProps) {
  const receipt = useDialog(ReceiptDialog)
  const voiding = useDialog(VoidDialog)
  const { open } = receipt
  const { open: openVoid } = voiding
  const openReceipt = useCallback((saleId: string) => open({ saleId, mustComeOut: false }), [open])
  const askVoid = useCallback((sale: Sale) => openVoid({ sale, onVoided: openReceipt }), [openVoid, openReceipt])
  const refunding = useDialog(RefundDialog)
  const { open: openRefund } = refunding
  const credit = useDialog(CreditDialog)
  const { open: openCredit } = credit
  const methods = useAcceptedMethods()
  const askRefund = useCallback(
    (sale: Sale) =>
      openRefund({
        sale,
        methods,
        // The number of a new store credit is shown only in its dialog, so this dialog opens before the refund's
        // receipt.
        onRefunded: (id, card) => (card ? openCredit({ card }) : openReceipt(id)),
      }),
    [openRefund, openReceipt, openCredit, methods],
  )
  const approval = useApproval()
  if (sales.length === 0) return <EmptyState icon={ReceiptText} title={s.noneTitle} body={s.noneHint} />
  return (
    <>
      <ul className={grid} aria-busy={isStale}>
        {sales.map((sale) => (
          <li key={sale.id} className="min-w-0">
            <TransactionCard
              sale={sale}
              onOpenReceipt={openReceipt}
              onVoid={approval.isPossible && mayBeVoided(sale, today) ? askVoid : null}
              onRefund={approval.isPossible && mayBeRefunded(sale, today) ? askRefund : null}
            />
          </li>
        ))}
      </ul>
      {voiding.element}
      {refunding.element}
      {credit.element}
      {receipt.element}
    </>
  )
}

type Summary = Output<typeof salesContract.list>['summary']

/** A dash is shown instead of a figure that could not be loaded, because a zero would look like a result. */
const NONE = '—'

type StatsProps = { summary: Summary | undefined; loading: boolean; withSums: boolean }

/** Three figures of all sales that match the filter, not only of those on the page. */
function TransactionStats({ summary, loading, withSums }: StatsProps) {
  const count = summary && s.transactionCount(summary.transaction_count)
  const sum = (text: (of: Summary) => string) => (summary && withSums ? text(summary) : NONE)
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-4">
        <StatCard
          label={s.totalRevenue}
          value={sum(({ total_revenue }) => formatPeso(toCentavos(total_revenue)))}
          note={summary && !withSums ? `${count}. ${s.sumsOfPeriod}` : (count ?? null)}
          icon={Coins}
          loading={loading}
          className="max-sm:col-span-2"
        />
        <StatCard
          label={s.average}
          value={sum(({ average }) => formatPesoShort(toCentavos(average)))}
          note={s.perVisit}
          icon={ReceiptText}
          loading={loading}
        />
        <StatCard
          label={s.activeCustomers}
          value={summary ? formatNumber(summary.active_customers) : NONE}
          note={s.thisPeriod}
          icon={Users}
          loading={loading}
        />
      </dl>
    </>
  )
}

/**
 * The sum of each payment method. It is shown below the filters, so that the filters do not move with the number of
 * methods.
 */
function MethodSums({ methods }: Pick<Summary, 'methods'>) {
  if (methods.length === 0) return null
  return (
    <ul aria-label={s.byMethod} className="flex flex-wrap gap-2">
      {methods.map(({ payment_method, total, transaction_count }) => (
        <li
          key={payment_method}
          className="tnum flex items-baseline gap-2 rounded-full border border-line bg-surface px-4 py-2 text-sm"
        >
          <span className="text-ink-2">{s.methodSum(methodMessages.methods[payment_method], transaction_count)}</span>
          <b>{formatPeso(toCentavos(total))}</b>
        </li>
      ))}
    </ul>
  )
}
