import { cloneElement, type ReactElement } from 'react'

type Described = { 'data-tooltip'?: string; 'aria-description'?: string }

/**
 * A short text over a control, on hover and focus. The child must be focusable and have a name of its own: a tooltip
 * is extra, never the only place of a fact. `IconButton` has one already.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement<Described> }) {
  return cloneElement(children, { 'data-tooltip': text, 'aria-description': text })
}
