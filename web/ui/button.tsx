import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, ariaDisabled, type ButtonLook, type ButtonVariant } from './button-class.ts'

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** The icon before the text. */
    icon?: ReactNode
    /** While true, clicks do nothing; width and focus stay. */
    busy?: boolean
    /** The text while busy ("SAVING..."); if undefined, only the spinner is shown. */
    busyLabel?: string
  }

/**
 * A text button. It keeps the focus when `disabled` or `busy`. `type` is "button" by default, so that it submits no
 * form by accident.
 */
export function Button({
  variant,
  size,
  pill,
  block,
  icon,
  busy = false,
  busyLabel,
  children,
  className,
  type = 'button',
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      {...ariaDisabled(busy || disabled, onClick)}
      data-busy={busy || undefined}
      className={clsx(buttonClass({ variant, size, pill, block }), busy && 'cursor-progress!', className)}
    >
      {busyLabel ? (
        <BusyLabel busy={busy} busyLabel={busyLabel} icon={icon} words={children} />
      ) : (
        <>
          {busy ? spinner : icon}
          {children}
        </>
      )}
    </button>
  )
}

const spinner = <LoaderCircle size={18} className="shrink-0 animate-spin" aria-hidden="true" />

/** The label and the busy label are in one cell, so that the wider one sets the width and nothing moves. */
function BusyLabel({
  busy,
  busyLabel,
  icon,
  words,
}: {
  busy: boolean
  busyLabel: string
  icon: ReactNode
  words: ReactNode
}) {
  const cell = (shown: boolean) => clsx('col-start-1 row-start-1 inline-flex items-center gap-2', !shown && 'invisible')
  return (
    <span className="grid place-items-center">
      <span className={cell(!busy)} aria-hidden={busy || undefined}>
        {icon}
        {words}
      </span>
      <span className={cell(busy)} aria-hidden={!busy || undefined}>
        {spinner}
        {busyLabel}
      </span>
    </span>
  )
}

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
