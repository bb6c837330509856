import type { Tone } from '#web/ui/tone.ts'

/** A growth rate for people: `+12.4%`, `−22.31%`, `0%`. */
export function formatGrowth(rate: number): string {
  const sign = rate > 0 ? '+' : rate < 0 ? '−' : ''
  return `${sign}${Math.abs(rate).toLocaleString('en-PH', { maximumFractionDigits: 2 })}%`
}

export const growthTone = (rate: number): Tone => (rate > 0 ? 'success' : rate < 0 ? 'danger' : 'neutral')
