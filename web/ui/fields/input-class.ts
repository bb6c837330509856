import { clsx } from 'clsx'

/** The heights of an input: md is 48 px; sm is 44 px, for table cells and toolbars. */
export type InputSize = 'md' | 'sm'

/** The classes of the frame that all inputs share. */
export const inputFrame = clsx(
  'w-full min-w-0 rounded-ctl border border-line-strong bg-surface text-base text-ink transition-[border-color,background-color]',
  'hover:border-ink-3',
  'aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger data-invalid:border-danger data-invalid:ring-1 data-invalid:ring-danger',
  'data-disabled:border-line data-disabled:bg-surface-2 data-disabled:text-ink-2 data-disabled:hover:border-line',
)

/** Classes of a frame that contains more than its input, so that the focus ring surrounds all of it. */
export const focusInside = 'focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-primary'

export const inputClass = (size: InputSize = 'md', className?: string): string =>
  clsx(inputFrame, size === 'md' ? 'h-field px-3.5' : 'h-touch px-3', className)
