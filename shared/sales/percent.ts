import type { Centavos } from '#shared/lib/money.ts'

/** A share in hundredths of a percent: 1,250 is 12.5 %, 10,000 the whole. */
export type PercentHundredths = number

const WHOLE: PercentHundredths = 10_000

/**
 * Parses a typed percentage ("10", "12.5", "10 %") into hundredths of a percent; null unless it is 0 to 100 % with at
 * most two decimals.
 */
export function parsePercent(text: string): PercentHundredths | null {
  const plain = text.replace(/[\s%]/g, '')
  const match = /^(\d{0,3})(?:\.(\d{0,2}))?$/.exec(plain)
  if (!match || plain === '' || plain === '.') return null
  const share = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return share <= WHOLE ? share : null
}

/** A share of an amount, rounded to the nearest centavo; half a centavo is rounded up. */
export function percentOf(amount: Centavos, share: PercentHundredths): Centavos {
  // The amount is split in two, so that no product exceeds the integers that a number stores exactly.
  const rest = amount % WHOLE
  return ((amount - rest) / WHOLE) * share + Math.floor((rest * share + WHOLE / 2) / WHOLE)
}
