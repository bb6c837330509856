import { clsx } from 'clsx'
import {
  CalendarDays,
  CalendarPlus,
  CreditCard,
  Gift,
  Keyboard,
  Layers,
  LogOut,
  Maximize,
  Menu as MenuIcon,
  Minimize,
  Moon,
  ReceiptText,
  RefreshCw,
  Sun,
  TrendingDown,
  TrendingUp,
  Users,
  WalletCards,
} from 'lucide-react'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatDay, formatLongDate, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatGrowth } from '#shared/lib/numbers.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { LazyRequestsButton } from '#web/appointments/desk/requests/lazy-requests-button.tsx'
import { LogOutDialog } from '#web/auth/log-out-dialog.tsx'
import { ShiftPlace } from '#web/cash/shift-place.tsx'
import { useRead } from '#web/data/use-read.ts'
import { paths } from '#web/lib/paths.ts'
import { setTheme, useTheme } from '#web/lib/theme.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useTakesPrepaid } from '#web/sales/api.ts'
import { useOrder } from '#web/sales/till/order-store.ts'
import { isUnanswered } from '#web/sales/till/order.ts'
import { useParkedOrders } from '#web/sales/till/parking.tsx'
import { SearchButton } from '#web/search/search-button.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { LogoMark, ProductName } from '#web/ui/logo.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

type TillHeaderProps = { onReload: () => void; onKeys: () => void; onBook: () => void }

/** The till's header: title, date, today's sales and the till's menu. */
export function TillHeader(props: TillHeaderProps) {
  const order = useOrder()
  const isUnpaid = order.lines.length > 0 && order.saleId === null
  const hasOrders = useParkedOrders().length > 0 || isUnpaid
  return (
    <header className="flex h-16 shrink-0 items-center gap-3 max-[22rem]:gap-1.5 max-[30rem]:has-data-shift:gap-1.5 max-[24rem]:has-data-shift:gap-0 border-b border-line bg-surface px-3 max-[22rem]:px-2 sm:gap-4 sm:px-4 lg:px-5">
      <h1 className="sr-only">{s.title}</h1>
      <LogoMark size={34} className="max-[30rem]:hidden" />
      <ProductName className="text-2xl max-sm:hidden md:max-lg:hidden" />
      <span className="h-7 w-px bg-line max-md:hidden" aria-hidden="true" />
      <Today />
      <TodaysSales />
      <ShiftPlace isUnanswered={isUnanswered(order)} hasOrders={hasOrders} />
      <SearchButton />
      <LazyRequestsButton />
      <TillMenu {...props} />
    </header>
  )
}

function Today() {
  const today = manilaDate(useNow())
  return (
    <p className="min-w-0 flex-1 text-sm text-ink-2 max-md:hidden">
      <b className="font-semibold text-ink">{s.cashier}</b>
      <span className="max-lg:hidden"> · </span>
      <span className="max-lg:hidden">{formatLongDate(today)}</span>
      <span className="block whitespace-nowrap lg:hidden">{formatDay(today)}</span>
    </p>
  )
}

/** Today's sales in pesos, and by how many percent they are above or below yesterday's, if they differ. */
function TodaysSales() {
  const { data, error } = useRead(salesContract.dailySales, {}, { everyMs: 60_000 })
  const growth = data?.data.growth_rate ?? 0
  const placeholder = error ? s.salesUnknown : '—'
  return (
    <div className="ml-auto flex min-h-11 items-center gap-x-3 rounded-full border border-line bg-bg py-1 pr-2 pl-4 text-sm max-[22rem]:gap-x-0 max-[22rem]:pr-1 max-[22rem]:pl-2.5">
      <span className="text-ink-2 max-[30rem]:sr-only">{s.todaysSales}</span>
      <span className="flex items-center gap-3 max-[42rem]:flex-col max-[42rem]:items-end max-[42rem]:gap-0 max-[42rem]:pr-2">
        <b className="tnum text-base leading-tight">
          {data ? formatPeso(toCentavos(data.data.daily_sales)) : placeholder}
        </b>
        {growth === 0 ? <span className="w-1" /> : <Growth rate={growth} />}
      </span>
    </div>
  )
}

function Growth({ rate }: { rate: number }) {
  const isUp = rate > 0
  const Trend = isUp ? TrendingUp : TrendingDown
  const text = formatGrowth(rate)
  return (
    <span
      className={clsx(
        'tnum inline-flex items-center gap-1 rounded-full px-2.5 py-1 font-bold whitespace-nowrap',
        // In a narrow header the percentage moves below the amount of today's sales, because the touch buttons need the
        // space.
        'max-[42rem]:bg-transparent! max-[42rem]:p-0! max-[42rem]:text-xs',
        isUp ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger',
      )}
    >
      <Trend size={15} aria-hidden="true" />
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{s.growthAgainstYesterday(text)}</span>
    </span>
  )
}

const icon = (Icon: typeof Sun) => <Icon size={18} aria-hidden="true" />

/** The items of the till's menu for the logged-in person. */
function useMenuItems(
  { onReload, onKeys, onBook }: TillHeaderProps,
  onLogOut: () => void,
  cards: MenuItem[],
): MenuItem[] {
  const navigate = useNavigate()
  const isDark = useTheme() === 'dark'
  const fullscreen = useFullscreen()
  const toAppointments = () => {
    void navigate(paths.appointments.cashier)
    toast.success({ title: s.switchedTitle, description: s.switchedText })
  }
  return [
    { label: s.reload, icon: icon(RefreshCw), onSelect: onReload },
    {
      label: fullscreen.isOn ? s.leaveFullscreen : s.fullscreen,
      icon: icon(fullscreen.isOn ? Minimize : Maximize),
      onSelect: fullscreen.toggle,
    },
    { label: s.appointments, icon: icon(CalendarDays), onSelect: toAppointments, separated: true },
    { label: s.newAppointment, icon: icon(CalendarPlus), onSelect: onBook },
    { label: s.transactions, icon: icon(ReceiptText), link: <Link to={paths.transactions.cashier} /> },
    { label: s.clientHistory, icon: icon(Users), link: <Link to={paths.clients.cashier} /> },
    ...cards,
    {
      label: isDark ? s.lightTheme : s.darkTheme,
      icon: icon(isDark ? Sun : Moon),
      onSelect: () => setTheme(isDark ? 'light' : 'dark'),
      separated: true,
    },
    { label: s.keys, icon: icon(Keyboard), onSelect: onKeys },
    { label: s.logOut, icon: icon(LogOut), onSelect: onLogOut, danger: true },
  ]
}

const SellCardDialog = lazyDialog(async () => (await import('#web/prepaid/sell-card-dialog.tsx')).SellCardDialog)
const LookUpCardDialog = lazyDialog(async () => (await import('#web/prepaid/look-up-card-dialog.tsx')).LookUpCardDialog)

const SellPackageDialog = lazyDialog(
  async () => (await import('#web/prepaid/sell-package-dialog.tsx')).SellPackageDialog,
)

/** The till's menu items for gift cards and packages, for clinics that accept payments with them. */
function useCardItems(): { items: MenuItem[]; element: ReactNode } {
  const isOn = useTakesPrepaid()
  const selling = useDialog(SellCardDialog)
  const lookingUp = useDialog(LookUpCardDialog)
  const sellingPackage = useDialog(SellPackageDialog)
  const items: MenuItem[] = [
    { label: s.sellCard, icon: icon(Gift), onSelect: () => selling.open({}), separated: true },
    { label: s.sellPackage, icon: icon(Layers), onSelect: () => sellingPackage.open({}) },
    { label: s.lookUpCard, icon: icon(CreditCard), onSelect: () => lookingUp.open({}) },
    { label: s.allCards, icon: icon(WalletCards), link: <Link to={paths.giftCards.cashier} /> },
  ]
  return {
    items: isOn ? items : [],
    element: (
      <>
        {selling.element}
        {lookingUp.element}
        {sellingPackage.element}
      </>
    ),
  }
}

function TillMenu(props: TillHeaderProps) {
  const [isLogOutOpen, setIsLogOutOpen] = useState(false)
  const cards = useCardItems()
  const items = useMenuItems(props, () => setIsLogOutOpen(true), cards.items)
  const today = manilaDate(useNow())
  return (
    <>
      <Menu
        trigger={<IconButton label={s.menu} variant="secondary" icon={<MenuIcon size={20} aria-hidden="true" />} />}
        items={items}
        // On phones the menu shows the date, for which the header has no space.
        heading={<p className="px-3 py-2 text-sm font-semibold text-ink-2 md:hidden">{formatLongDate(today)}</p>}
      />
      <LogOutDialog
        open={isLogOutOpen}
        onClose={() => setIsLogOutOpen(false)}
        title={s.logOut}
        question={s.logoutQuestion}
      />
      {cards.element}
    </>
  )
}

const KEY = 'mutya.fullscreen'

function isFullscreenChosen(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    return false
  }
}

function storeFullscreenChoice(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, 'on')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage the choice is not remembered, but the till still enters or leaves fullscreen.
  }
}

const isFullscreen = () => document.fullscreenElement !== null

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

async function toggleFullscreen(): Promise<void> {
  const on = !isFullscreen()
  storeFullscreenChoice(on)
  try {
    await (on ? document.documentElement.requestFullscreen() : document.exitFullscreen())
    toast.info({ title: on ? s.fullscreenOn : s.fullscreenOff })
  } catch {
    storeFullscreenChoice(false)
    toast.error({ title: s.fullscreenRefused })
  }
}

/** Browsers allow fullscreen only in reaction to a click or key, so a stored choice waits for one. */
function reapplyFullscreen(): void {
  if (!isFullscreenChosen() || isFullscreen()) return
  // Errors are only shown when fullscreen is requested from the menu.
  document.documentElement.requestFullscreen().catch(() => undefined)
}

/** The till in fullscreen; the choice is stored on the device. */
function useFullscreen() {
  useEffect(() => {
    document.addEventListener('click', reapplyFullscreen)
    document.addEventListener('keydown', reapplyFullscreen)
    return () => {
      document.removeEventListener('click', reapplyFullscreen)
      document.removeEventListener('keydown', reapplyFullscreen)
    }
  }, [])
  return { isOn: useSyncExternalStore(subscribe, isFullscreen), toggle: () => void toggleFullscreen() }
}
