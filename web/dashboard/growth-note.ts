import { locale } from '#shared/lib/language.ts'
const rates = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })

/** A growth rate for people: `+12.4%`, `−22.31%`, `0%`. */
export function formatGrowth(rate: number): string {
  const sign = rate > 0 ? '+' : rate < 0 ? '−' : ''
  return `${sign}${rates.format(Math.abs(rate))}%`
}
