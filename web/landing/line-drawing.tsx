import { clsx } from 'clsx'
import type { Drawing } from '#shared/website/drawings.ts'

/**
 * A one-line drawing in the colour of the text. `<use>` loads its file, so the page's own files contain no drawing, and
 * the line keeps its thickness at every size.
 */
export const LineDrawing = ({ name, className }: { name: Drawing; className?: string }) => (
  <svg viewBox="0 0 240 300" aria-hidden="true" className={clsx('pointer-events-none', className)}>
    <use href={`/art/line-${name}.svg#line`} />
  </svg>
)
