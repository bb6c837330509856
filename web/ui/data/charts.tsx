import { clsx } from 'clsx'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { locale } from '#shared/lib/language.ts'
import { withMinus } from '#shared/lib/numbers.ts'

const compactPesos = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'PHP',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 3,
})

/** A short amount for a chart's axis: `₱1.2M`. */
export const pesoTick = (pesos: number): string => withMinus(compactPesos.format(pesos))

export type Bar = {
  /** The full label for tooltip and assistive technology: "November 2026". */
  label: string
  /** The short label below the bar: "Nov". */
  shortLabel: string
  value: number
  /** The same figure of an earlier period, drawn as a light bar on the left. */
  before?: number
  /** What assistive technology reads and the tooltip says; by default the label and the value. */
  name?: string
}

/**
 * A mask that fades the bars at the left edge of a chart, to show that earlier bars are reached by scrolling. It is an
 * inline style, because the utility class would add 800 characters to the style sheet of every page.
 */
const fade = 'linear-gradient(to left, #000 calc(100% - 2.5rem), transparent)'
const FADED_LEFT = { maskImage: fade, WebkitMaskImage: fade }

/** The round numbers that an axis may use as its step, as factors of a power of ten. */
const nice = [1, 2, 2.5, 5, 10]
const MOST_STEPS = 5

/**
 * The numbers on the axis of a chart: from zero in round steps of at least 1, to the first that is not below the
 * highest bar.
 */
export function axisTicks(max: number): number[] {
  if (max <= 0) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(max / MOST_STEPS))
  const step = Math.max(1, (nice.find((one) => one * power * MOST_STEPS >= max) ?? 10) * power)
  const steps = Math.ceil(max / step)
  return Array.from({ length: steps + 1 }, (_, n) => n * step)
}

type BarChartProps = {
  /** The accessible name of the list of bars. */
  label: string
  bars: readonly Bar[]
  /** Formats the full amount of a bar for its tooltip. */
  formatValue: (value: number) => string
  /** Formats an amount in short form for the axis. */
  formatTick: (value: number) => string
}

/** The number of bars that fit on a phone without scrolling. */
const FEW_BARS = 7

/**
 * A bar chart whose bars are buttons: the tooltip appears on hover, focus and tap. The last bar is the current period,
 * drawn solid. Bars that do not fit scroll sideways, newest first in view; a fade on the left indicates earlier ones.
 */
export function BarChart({ label, bars, formatValue, formatTick }: BarChartProps) {
  const [active, setActive] = useState<number | null>(null)
  const [hasEarlier, setHasEarlier] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  useScrolledToEnd(scroller, bars.length)
  const ticks = axisTicks(Math.max(0, ...bars.flatMap(({ value, before = 0 }) => [value, before])))
  const top = ticks.at(-1) ?? 1
  const shareOf = (value: number) => Math.max(0, value) / top
  const shown = active === null ? undefined : bars[active]
  return (
    <div className="relative flex" onMouseLeave={() => setActive(null)}>
      <Axis ticks={ticks} formatTick={formatTick} />
      <div
        ref={scroller}
        onScroll={({ currentTarget }) => setHasEarlier(currentTarget.scrollLeft > 1)}
        className="relative min-w-0 flex-1 overflow-x-auto overflow-y-hidden pt-16 scrollbar-none"
        style={hasEarlier ? FADED_LEFT : undefined}
      >
        <ul aria-label={label} className="relative flex w-max min-w-full">
          {bars.map((bar, index) => (
            <BarColumn
              key={bar.label}
              bar={bar}
              name={bar.name ?? `${bar.label}: ${formatValue(bar.value)}`}
              share={shareOf(bar.value)}
              shareBefore={bar.before === undefined ? undefined : shareOf(bar.before)}
              isNarrow={bars.length <= FEW_BARS}
              solid={index === (active ?? bars.length - 1)}
              onActive={(on) => setActive(on ? index : null)}
            />
          ))}
          {shown && active !== null && (
            <BarTooltip
              value={formatValue(shown.value)}
              label={shown.name ?? shown.label}
              left={(active + 0.5) / bars.length}
              share={shareOf(Math.max(shown.value, shown.before ?? 0))}
            />
          )}
        </ul>
      </div>
    </div>
  )
}

/** Draws the axis of a chart: labels on the left, and lines across the full width behind the bars. */
function Axis({ ticks, formatTick }: { ticks: number[]; formatTick: (value: number) => string }) {
  const top = ticks.at(-1) ?? 1
  return (
    <div className="tnum pt-16 text-xs text-ink-3" aria-hidden="true">
      <div className="relative h-60 w-14">
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-3 translate-y-1/2 whitespace-nowrap"
            style={{ bottom: `${(tick / top) * 100}%` }}
          >
            {formatTick(tick)}
          </span>
        ))}
      </div>
      <div className="absolute top-16 right-0 left-14 h-60">
        {ticks.map((tick) => (
          <div
            key={tick}
            className="absolute inset-x-0 border-t border-line"
            style={{ bottom: `${(tick / top) * 100}%` }}
          />
        ))}
      </div>
    </div>
  )
}

type BarColumnProps = {
  bar: Bar
  name: string
  share: number
  shareBefore: number | undefined
  isNarrow: boolean
  solid: boolean
  onActive: (on: boolean) => void
}

const solidBar = 'bg-primary'
const lightBar = 'bg-[color-mix(in_oklab,var(--primary)_32%,var(--surface))]'

function BarColumn({ bar, name, share, shareBefore, isNarrow, solid, onActive }: BarColumnProps) {
  const isPair = shareBefore !== undefined
  const barClass = (isSolid: boolean) =>
    clsx(
      'block min-h-0.5 max-w-11 rounded-t-sm transition-colors',
      isPair ? 'w-1/3' : 'w-[58%]',
      isSolid ? solidBar : lightBar,
    )
  return (
    // A bar is 44 px wide for touch, or narrower if few bars fill a phone's width; with a mouse bars can be narrower,
    // so that a whole month fits.
    <li className={clsx('flex-1 md:pointer-fine:min-w-6', isNarrow ? 'min-w-8' : 'min-w-11')}>
      <button
        type="button"
        aria-label={name}
        onClick={() => onActive(true)}
        onFocus={() => onActive(true)}
        onBlur={() => onActive(false)}
        onMouseEnter={() => onActive(true)}
        className="flex w-full flex-col items-center rounded-sm -outline-offset-2"
      >
        <span className="flex h-60 w-full items-end justify-center">
          {isPair && <span className={barClass(false)} style={{ height: `${shareBefore * 100}%` }} />}
          <span className={barClass(isPair || solid)} style={{ height: `${share * 100}%` }} />
        </span>
        <span className="pt-2 text-xs text-ink-2" aria-hidden="true">
          {bar.shortLabel}
        </span>
      </button>
    </li>
  )
}

/**
 * The tooltip of a bar, shifted by the bar's position, so that it stays inside the chart. The bar's accessible name
 * says the same as the tooltip.
 */
function BarTooltip({ value, label, left, share }: { value: string; label: string; left: number; share: number }) {
  return (
    <li
      aria-hidden="true"
      className="tnum pointer-events-none absolute z-10 rounded-ctl bg-ink px-3 py-2 text-sm leading-tight whitespace-nowrap text-bg shadow-3"
      style={{ left: `${left * 100}%`, top: `calc(${1 - share} * 15rem - 0.5rem)`, translate: `-${left * 100}% -100%` }}
    >
      <b className="block">{value}</b>
      <span className="text-xs">{label}</span>
    </li>
  )
}

/** Scrolls to the right end if the element is too wide, to show a chart's newest bars. */
function useScrolledToEnd(ref: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    if (ref.current) ref.current.scrollLeft = ref.current.scrollWidth
  }, [ref, count])
}

type RingProps = {
  /** The share as 0 to 100; higher values are drawn as 100. */
  percent: number
  /** The small text inside the ring, below the percentage. */
  caption: string
  /** The ring's percentage as a sentence for assistive technology. */
  label: string
}

const RADIUS = 54
const LENGTH = 2 * Math.PI * RADIUS

/** Shows a percentage as a ring that is filled accordingly. */
export function Ring({ percent, caption, label }: RingProps) {
  const share = Math.min(100, Math.max(0, percent))
  return (
    <svg viewBox="0 0 140 140" role="img" aria-label={label} className="mx-auto size-48 max-w-full">
      <circle cx="70" cy="70" r={RADIUS} fill="none" stroke="var(--surface-3)" strokeWidth="13" />
      {share > 0 && (
        <circle
          cx="70"
          cy="70"
          r={RADIUS}
          fill="none"
          stroke="var(--primary)"
          strokeWidth="13"
          strokeLinecap="round"
          strokeDasharray={`${(LENGTH * share) / 100} ${LENGTH}`}
          transform="rotate(-90 70 70)"
        />
      )}
      <text x="70" y="73" textAnchor="middle" className="tnum fill-ink text-[1.75rem] font-extrabold">
        {Math.round(share)}%
      </text>
      <text x="70" y="90" textAnchor="middle" className="fill-ink-2 text-[0.6rem] font-semibold">
        {caption}
      </text>
    </svg>
  )
}
