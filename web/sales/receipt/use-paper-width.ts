import { PAPER_WIDTHS, type PaperWidth } from '#shared/sales/receipt.ts'
import { deviceStore } from '#web/lib/device-store.ts'

const store = deviceStore<PaperWidth>(
  'mutya.paper-width',
  (kept) => PAPER_WIDTHS.find((width) => String(width) === kept) ?? 80,
)

/** The width of the roll in this till's printer, remembered on the device. */
export const usePaperWidth = (): [PaperWidth, (width: PaperWidth) => void] => [store.use(), store.set]
