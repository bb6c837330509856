import { Minus, Plus, type LucideIcon } from 'lucide-react'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { ariaDisabled } from '#web/ui/button-class.ts'
import { MAX_QUANTITY } from './order.ts'

type StepperProps = { name: string; quantity: number; onChange: (quantity: number) => void; disabled: boolean }

/** Minus, quantity and plus, large enough for a thumb. */
export function QuantityStepper({ name, quantity, onChange, disabled }: StepperProps) {
  const step = (label: string, Icon: LucideIcon, to: number, atEnd: boolean) => (
    <button
      type="button"
      aria-label={label}
      {...ariaDisabled(disabled || atEnd, () => onChange(to))}
      className="grid size-touch touch-manipulation place-items-center rounded-ctl border border-line bg-surface text-ink hover:bg-surface-2 active:translate-y-px off:text-line-strong off:hover:bg-surface"
    >
      <Icon size={17} aria-hidden="true" />
    </button>
  )
  return (
    <span className="flex items-center">
      {step(s.less(name), Minus, quantity - 1, quantity <= 1)}
      <output className="tnum min-w-8 px-1 text-center font-bold">{quantity}</output>
      {step(s.more(name), Plus, quantity + 1, quantity >= MAX_QUANTITY)}
    </span>
  )
}
