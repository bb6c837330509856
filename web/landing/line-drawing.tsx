import { clsx } from 'clsx'
import type { Drawing } from '#shared/website/drawings.ts'

/**
 * A one-line drawing in the colour of the text. The drawing is a mask, because the browser loads a mask only when it
 * draws the element. The file of an SVG `<use>` would be loaded with the page and delay the first picture.
 */
export const LineDrawing = ({ name, className }: { name: Drawing; className?: string }) => (
  <span
    aria-hidden="true"
    className={clsx('line-drawing pointer-events-none block aspect-4/5', `line-${name}`, className)}
  />
)
