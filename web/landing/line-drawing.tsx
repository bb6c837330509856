import { clsx } from 'clsx'
import type { Drawing } from '#shared/website/drawings.ts'

/**
 * A one-line drawing in the colour of the text. The drawing is a mask, because the browser loads a mask only when it
 * draws the element. It would load the file of an SVG `<use>` with the page, and show the first picture later.
 */
export const LineDrawing = ({ name, className }: { name: Drawing; className?: string }) => (
  <span
    aria-hidden="true"
    className={clsx('line-drawing pointer-events-none block aspect-4/5', `line-${name}`, className)}
  />
)
