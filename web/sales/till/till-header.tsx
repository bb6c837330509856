import { clsx } from 'clsx'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { formatLongDate, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { navigationSentences } from '#shared/lib/navigation-sentences.ts'
import { query } from '#web/lib/query.ts'
import { useNow } from '#web/lib/use-now.ts'
import { LogoMark } from '#web/ui/logo.tsx'
import { TillMenu } from './till-menu.tsx'

/** The bar of the till: where one is, which day it is in Manila, what was sold today, and the menu. */
export function TillHeader({ onReload }: { onReload: () => void }) {
  return (
    <header className="flex h-16 shrink-0 items-center gap-3 border-b border-line bg-surface px-3 sm:gap-4 sm:px-4 lg:px-5">
      <h1 className="sr-only">{s.title}</h1>
      <LogoMark size={34} className="max-[22.5rem]:hidden" />
      <span className="display text-2xl max-sm:hidden">{navigationSentences.product}</span>
      <span className="h-7 w-px bg-line max-md:hidden" aria-hidden="true" />
      <Today />
      <TodaysSales />
      <TillMenu onReload={onReload} />
    </header>
  )
}

function Today() {
  const date = formatLongDate(manilaDate(useNow()))
  return (
    <p className="min-w-0 flex-1 text-sm text-ink-2 max-md:hidden">
      <b className="font-semibold text-ink">{s.cashier}</b>
      <span className="max-lg:hidden"> · </span>
      <span className="whitespace-nowrap max-lg:block">{date}</span>
    </p>
  )
}

/** Today's sales in Manila with the growth against yesterday, when there is any. */
function TodaysSales() {
  const { data, isError } = useQuery({ ...query(salesContract.dailySales, {}), refetchInterval: 60_000 })
  const growth = data?.data.growth_rate ?? 0
  const unknown = isError ? s.salesUnknown : '—'
  return (
    <div className="ml-auto flex min-h-11 items-center gap-x-3 rounded-full border border-line bg-bg py-1 pr-2 pl-4 text-sm">
      <span className="text-ink-2 max-[26rem]:sr-only">{s.todaysSales}</span>
      <b className="tnum text-base">{data ? formatPeso(toCentavos(data.data.daily_sales)) : unknown}</b>
      {growth === 0 ? <span className="w-1" /> : <Growth rate={growth} />}
    </div>
  )
}

function Growth({ rate }: { rate: number }) {
  const isUp = rate > 0
  const Trend = isUp ? TrendingUp : TrendingDown
  const text = `${isUp ? '+' : '−'}${Math.abs(rate)}%`
  return (
    <span
      className={clsx(
        'tnum inline-flex items-center gap-1 rounded-full px-2.5 py-1 font-bold whitespace-nowrap',
        isUp ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger',
      )}
    >
      <Trend size={15} aria-hidden="true" />
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{s.growthAgainstYesterday(text)}</span>
    </span>
  )
}
