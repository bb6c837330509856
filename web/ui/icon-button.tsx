import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonVariant, ariaDisabled } from './button-class.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** What it does: its accessible name, and its tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
}

/** A square button (44 px, 52 under fingers at the till) that is an icon only; its label shows on hover and focus (TooltipLayer). `disabled` leaves it the focus. */
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
