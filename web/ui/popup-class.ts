import { clsx } from 'clsx'

/** The floating box of select, combobox and menu. */
export const popupBox = clsx(
  'max-h-[min(var(--available-height),22rem)] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-1.5 text-ink shadow-3 outline-none',
  'transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0',
)

/** As wide as the control it hangs from, never wider than the screen. */
export const popupAsWideAsAnchor = 'w-(--anchor-width) max-w-(--available-width)'

/** One choice in it. */
export const popupItem =
  'flex min-h-11 cursor-default items-center gap-2.5 rounded-ctl px-3 py-2 text-ctl outline-none select-none data-disabled:text-ink-3 data-highlighted:bg-primary-soft data-highlighted:text-primary-ink'
