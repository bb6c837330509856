import { formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { CellKind } from './report.ts'

const formats: Record<CellKind, (text: string) => string> = {
  text: (text) => text,
  amount: (text) => formatPeso(toCentavos(Number(text))),
  date: formatShortDate,
  time: formatTime,
  moment: (text) => `${formatShortDate(text.slice(0, 10))}, ${formatTime(text.slice(11))}`,
}

/** The cell of an export as people read it. */
export const formatCell = (kind: CellKind, text: string): string => (text === '' ? '' : formats[kind](text))

/**
 * Text that cannot break a page: on one line, without control characters and direction marks, and a question mark for each
 * letter that the font does not have.
 */
export const printable = (text: string, hasGlyph: (codePoint: number) => boolean): string =>
  Array.from(
    text
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/\p{Cf}/gu, ''),
    (letter) => (hasGlyph(letter.codePointAt(0)!) ? letter : '?'),
  )
    .join('')
    .trim()
