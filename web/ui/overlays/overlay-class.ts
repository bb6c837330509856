import { clsx } from 'clsx'
import { uiMessages } from '#shared/lib/messages.ts'

export const dialogBackdrop =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** A dialog's buttons: a row on the right; on phones full width with the primary action on top. */
export const dialogFooter =
  'flex shrink-0 flex-col-reverse gap-2 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:flex-row md:justify-end md:px-7'

/** Popups are at the end of the page, outside of its landmarks, so each is a landmark itself. */
export const popupLandmark = { role: 'region', 'aria-label': uiMessages.choices } as const

const box = clsx(
  'rounded-card border border-line bg-surface text-ink shadow-3 outline-none',
  'transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0',
)
const scrolls = 'overflow-y-auto overscroll-contain p-1.5'

/** The box of a menu, high enough for all treatments of a typical clinic. */
export const popupBox = clsx(box, scrolls, 'max-h-[min(var(--available-height),44rem)]')

/** The box around the list of a select or combobox. */
export const popupFrame = clsx(box, 'flex max-h-[min(var(--available-height),22rem)] flex-col overflow-hidden')

/**
 * Classes of the list in a popup. The list scrolls, and not the box around it, because ARIA connects the control with
 * the list.
 */
export const popupList = clsx(scrolls, 'min-h-0 outline-none')

/** Makes a popup as wide as its control, and at most as wide as the screen. */
export const popupAsWideAsAnchor = 'w-(--anchor-width) max-w-(--available-width)'

/** The classes of an option in a popup's list. */
export const popupItem =
  'flex min-h-touch cursor-default items-center gap-2.5 rounded-ctl px-3 py-2 text-ctl outline-none select-none data-disabled:text-ink-3 data-highlighted:bg-primary-soft data-highlighted:text-primary-ink'
