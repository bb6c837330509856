import { clsx } from 'clsx'
import type { MouseEvent, MouseEventHandler } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet'
/** Heights: md 44 px (52 for touch at the till), lg 52 px, xl 56 px; icon: a square of md. */
type ButtonSize = 'md' | 'lg' | 'xl' | 'icon'

export type ButtonLook = {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Fully rounded, for calls to action on public pages. */
  pill?: boolean
  /** True for a button as wide as its container. */
  block?: boolean
}

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border border-line bg-surface text-ink hover:border-line-strong hover:bg-surface-2',
  quiet: 'text-ink-2 hover:bg-surface-2 hover:text-ink',
  danger: 'bg-danger text-on-danger hover:brightness-90',
  'danger-quiet': 'text-danger hover:bg-danger-soft',
}

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-touch px-[1.15rem] py-2 text-ctl',
  lg: 'min-h-13 px-6 py-2 text-base',
  xl: 'min-h-14 px-7 py-2 text-lg',
  icon: 'size-touch shrink-0',
}

const disabledLook =
  'off:border-transparent off:bg-surface-3 off:text-ink-2 off:hover:bg-surface-3 off:active:translate-y-0 off:brightness-100'
const disabledQuiet = 'off:text-line-strong off:hover:bg-transparent off:active:translate-y-0'

/** The classes of a button, for links too: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({
  variant = 'secondary',
  size = 'md',
  pill = false,
  block = false,
}: ButtonLook = {}): string {
  const quiet = variant === 'quiet' || variant === 'danger-quiet'
  return clsx(
    'inline-flex touch-manipulation items-center justify-center gap-2 text-center font-[650] select-none active:translate-y-px',
    'transition-[background-color,border-color,color,filter,translate]',
    pill ? 'rounded-full' : 'rounded-ctl',
    block && 'w-full',
    variants[variant],
    sizes[size],
    quiet ? disabledQuiet : disabledLook,
  )
}

const ignoreClick = (event: MouseEvent) => event.preventDefault()

/**
 * Props for a button that is disabled but keeps the focus. With the attribute `disabled`, the button would lose the
 * focus if a key press disables it, such as Next on the last page. The style variant `off:` styles the disabled button.
 */
export const ariaDisabled = (
  isOff: boolean | undefined,
  onClick: MouseEventHandler<HTMLButtonElement> | undefined,
) => ({
  'aria-disabled': isOff || undefined,
  onClick: isOff ? ignoreClick : onClick,
})
