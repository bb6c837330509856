import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonVariant, ariaDisabled } from './button-class.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The accessible name and tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
}

/**
 * A square icon button (44 px, 52 for touch at the till); its label shows on hover and focus (TooltipLayer). `disabled`
 * keeps the focus.
 */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  className,
  type = 'button',
  disabled,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      {...ariaDisabled(disabled, onClick)}
      aria-label={label}
      data-tooltip={label}
      className={clsx(buttonClass({ variant, size: 'icon' }), className)}
    >
      {icon}
    </button>
  )
}
