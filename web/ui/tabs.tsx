import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { toneSoft } from './tone.ts'

type TabItem<Value extends string | number> = {
  value: Value
  label: string
  /** A second, quiet line ("Manage your bookings"). */
  detail?: string
  /** A count in a small pill. */
  count?: number
  icon?: ReactNode
  disabled?: boolean
}

type TabsProps<Value extends string | number> = {
  /** What the tabs are about, for assistive technology. */
  label: string
  items: readonly TabItem<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** The panel of the present tab. */
  children: ReactNode
  /** Beside the pills, below them where there is little room: the till's search box. */
  aside?: ReactNode
  /** Every pill in sight, in as many rows as they need, instead of one row that scrolls sideways. */
  wrap?: boolean
  className?: string
  /** For the row of pills and what is beside them. */
  barClassName?: string
  /** For the panel: the till's scrolls inside its own column. */
  panelClassName?: string
}

/** Pills in a row that scrolls sideways when it is full, or that wraps; arrows, Home and End move. */
export function Tabs<Value extends string | number>({
  label,
  items,
  value,
  onChange,
  children,
  aside,
  wrap = false,
  className,
  barClassName,
  panelClassName,
}: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next: Value) => onChange(next)} className={className}>
      <div
        className={clsx(
          'flex gap-x-4 gap-y-2',
          'max-md:flex-wrap',
          wrap ? 'items-start' : 'items-center',
          barClassName,
        )}
      >
        <BaseTabs.List
          aria-label={label}
          activateOnFocus
          // Positioned, because the library measures the tabs from here when it scrolls one into sight.
          className={clsx(
            'relative -mx-1 flex min-w-0 flex-1 gap-1.5 p-1',
            'max-md:basis-full',
            wrap ? 'flex-wrap' : 'overflow-x-auto scrollbar-none',
          )}
        >
          {items.map((item) => (
            <Pill key={item.value} item={item} isTight={wrap} />
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

function Pill({ item, isTight }: { item: TabItem<string | number>; isTight: boolean }) {
  return (
    <BaseTabs.Tab
      value={item.value}
      disabled={item.disabled}
      className={clsx(
        'group inline-flex min-h-11 shrink-0 touch-manipulation items-center gap-2 rounded-full border text-ctl font-semibold whitespace-nowrap transition-colors',
        isTight ? 'px-3' : 'px-4',
        'border-line bg-surface text-ink-2 hover:border-line-strong hover:text-ink',
        'data-active:border-ink data-active:bg-ink data-active:text-bg data-disabled:text-ink-3',
      )}
    >
      {item.icon}
      <span className="text-left">
        {item.label}
        {item.detail && <span className="block text-xs font-medium">{item.detail}</span>}
      </span>
      {item.count !== undefined && (
        <span className={clsx('tnum rounded-full px-2 py-0.5 text-xs', toneSoft.neutral)}>{item.count}</span>
      )}
    </BaseTabs.Tab>
  )
}
