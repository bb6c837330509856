import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { clsx } from 'clsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { formatNumber } from '#shared/lib/numbers.ts'
import { toneSoft } from './tone.ts'

type TabItem<Value extends string | number> = {
  value: Value
  label: string
  /** A second line below the tab's name, such as "Manage your bookings". */
  detail?: string
  /** A number that the tab shows in a badge. */
  count?: number
  icon?: ReactNode
  disabled?: boolean
}

type TabsProps<Value extends string | number> = {
  /** The accessible name of the tabs. */
  label: string
  items: readonly TabItem<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** The content of the current tab's panel. */
  children: ReactNode
  /** Content beside the tabs, or below them if there is no room; above the panel when the tabs are at its side. */
  aside?: ReactNode
  /** True: the tabs are a list on the left, for more than fit into a row. */
  atSide?: boolean
  /** True if changing the tab may ask a question first: arrow keys then only move the focus and do not select a tab. */
  byPressOnly?: boolean
  className?: string
  /** Classes of the row with the tabs. */
  barClassName?: string
  /** Classes of the panel. */
  panelClassName?: string
}

/** Tabs in a row that scrolls sideways, or a list at the side; arrows, Home and End move. */
export function Tabs<Value extends string | number>({
  label,
  items,
  value,
  onChange,
  children,
  aside,
  atSide = false,
  byPressOnly = false,
  className,
  barClassName,
  panelClassName,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => scrollToActiveTab(list.current), [value])
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next: Value) => onChange(next)}
      orientation={atSide ? 'vertical' : 'horizontal'}
      className={clsx(atSide && 'grid grid-cols-[13rem_minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]', className)}
    >
      <div className={atSide ? 'contents' : clsx('flex items-center gap-x-4 gap-y-2 max-md:flex-wrap', barClassName)}>
        <BaseTabs.List
          ref={list}
          aria-label={label}
          activateOnFocus={!byPressOnly}
          // This element is positioned, because the library measures the tabs relative to it when it scrolls.
          className={clsx(
            'relative flex min-w-0',
            atSide
              ? 'row-span-2 flex-col overflow-y-auto py-3 pr-1 pl-4'
              : '-mx-1 flex-1 gap-1.5 overflow-x-auto p-1 scrollbar-none max-md:basis-full',
          )}
        >
          {items.map((item) => (
            <Pill key={item.value} item={item} atSide={atSide} />
          ))}
        </BaseTabs.List>
        {aside}
      </div>
      <BaseTabs.Panel value={value} className={clsx('focus-visible:outline-offset-4', panelClassName)}>
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  )
}

/** Scrolls the current tab into view without moving the page, also when something outside of the tabs has chosen it. */
function scrollToActiveTab(list: HTMLElement | null): void {
  const tab = list?.querySelector<HTMLElement>('[data-active]')
  if (!list || !tab) return
  const most = tab.offsetLeft - GAP_PX
  const least = tab.offsetLeft + tab.offsetWidth + GAP_PX - list.clientWidth
  list.scrollLeft = Math.min(most, Math.max(least, list.scrollLeft))
}

const GAP_PX = 4

const pillClass =
  'rounded-full border px-4 whitespace-nowrap border-line bg-surface hover:border-line-strong data-active:border-ink'
const listedClass = 'w-full rounded-ctl px-3 py-1.5 leading-tight hover:bg-surface-3'

function Pill({ item, atSide }: { item: TabItem<string | number>; atSide: boolean }) {
  return (
    <BaseTabs.Tab
      value={item.value}
      disabled={item.disabled}
      className={clsx(
        'group inline-flex min-h-touch shrink-0 touch-manipulation items-center gap-2 text-ctl font-semibold transition-colors',
        'text-ink-2 hover:text-ink data-active:bg-ink data-active:text-bg data-disabled:text-ink-3',
        atSide ? listedClass : pillClass,
      )}
    >
      {item.icon}
      <span className="text-left">
        {item.label}
        {item.detail && <span className="block text-xs font-medium">{item.detail}</span>}
      </span>
      {item.count !== undefined && (
        <span className={clsx('tnum rounded-full px-2 py-0.5 text-xs', toneSoft.neutral)}>
          {formatNumber(item.count)}
        </span>
      )}
    </BaseTabs.Tab>
  )
}
