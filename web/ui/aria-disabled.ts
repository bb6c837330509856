import type { MouseEvent, MouseEventHandler } from 'react'

const swallow = (event: MouseEvent) => event.preventDefault()

/**
 * A button that does nothing now, and says so, but keeps the focus: with `disabled` it would leave whoever pressed it
 * by keyboard (the last page, the smallest quantity) nowhere. Its look is the variant `off:`.
 */
export const ariaDisabled = (
  isOff: boolean | undefined,
  onClick: MouseEventHandler<HTMLButtonElement> | undefined,
) => ({
  'aria-disabled': isOff || undefined,
  onClick: isOff ? swallow : onClick,
})
