import { useState } from 'react'
import { PAPER_WIDTHS, type PaperWidth } from '#shared/sales/receipt.ts'

const KEY = 'mutya.paper-width'

function remembered(): PaperWidth {
  try {
    const stored = localStorage.getItem(KEY)
    return PAPER_WIDTHS.find((width) => String(width) === stored) ?? 80
  } catch {
    return 80
  }
}

/** The width of the roll in this till's printer, remembered on the device. */
export function usePaperWidth(): [PaperWidth, (width: PaperWidth) => void] {
  const [width, setWidth] = useState(remembered)
  const choose = (next: PaperWidth) => {
    setWidth(next)
    try {
      localStorage.setItem(KEY, String(next))
    } catch {
      // Not remembered in this browser; the present receipt has it all the same.
    }
  }
  return [width, choose]
}
