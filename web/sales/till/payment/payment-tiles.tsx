import { clsx } from 'clsx'
import { Banknote, CreditCard, Gift, Landmark, Smartphone, Wallet, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { methodMessages } from '#shared/sales/messages.ts'
import { isMoney, type MoneyMethod, type PaymentMethod } from '#shared/sales/payment.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { useAcceptedMethods } from '#web/sales/api.ts'

const icons: Record<MoneyMethod, LucideIcon> = {
  cash: Banknote,
  gcash: Smartphone,
  maya: Wallet,
  bank_transfer: Landmark,
  card: CreditCard,
  prepaid: Gift,
}

type TilesProps = {
  /** The payment methods to choose from; by default all accepted methods of money. */
  methods?: readonly PaymentMethod[]
  value: PaymentMethod | null
  onChange: (method: PaymentMethod) => void
  disabled?: boolean
  /** The accessible name of the radio group. */
  label?: string
  /** HTML name of the radio group; must be unique per page. */
  name?: string
  /** The payment methods that are shown and cannot be chosen. */
  off?: readonly PaymentMethod[]
  /** Low tiles without icons, for one of several payments. */
  compact?: boolean
  error?: string | undefined
}

/**
 * The label of a payment method's tile. The label for `prepaid` names only the gift card, because the sessions of a
 * package are offered apart from the methods.
 */
export const tileName = (method: PaymentMethod): string =>
  method === 'prepaid' ? s.giftCard : methodMessages.methods[method]

const columnsFor = (tiles: number) =>
  tiles > 5 ? 'grid-cols-2 sm:grid-cols-3' : tiles > 4 ? 'grid-cols-5' : 'grid-cols-4'

/** The payment methods as tiles, which are a radio group. */
export function PaymentTiles({ value, onChange, disabled, compact = false, off = [], error, ...rest }: TilesProps) {
  const money = useAcceptedMethods()
  const { label = s.paymentMethod, name = 'payment-method', methods = money } = rest
  const errorId = useId()
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error ? errorId : undefined}
      data-invalid={error ? '' : undefined}
      className={clsx('grid min-w-0 gap-2', columnsFor(methods.length))}
    >
      <legend className="sr-only">{label}</legend>
      {methods.map((method) => {
        const Icon = isMoney(method) ? icons[method] : null
        return (
          <label
            key={method}
            className={clsx(
              compact ? 'h-13' : 'h-16 lg:low:h-13',
              'relative flex cursor-pointer touch-manipulation flex-col items-center justify-center gap-1 low:gap-0.5 rounded-ctl border bg-surface text-sm font-semibold text-ink-2 transition-colors select-none hover:border-line-strong has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-ink has-checked:ring-1 has-checked:ring-primary has-disabled:cursor-not-allowed has-disabled:text-ink-3 has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
              error ? 'border-danger' : 'border-line',
            )}
          >
            <input
              type="radio"
              name={name}
              value={method}
              checked={value === method}
              onChange={() => onChange(method)}
              disabled={off.includes(method)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-ctl opacity-0 disabled:cursor-not-allowed"
            />
            {!compact && Icon && <Icon size={21} strokeWidth={1.75} aria-hidden="true" />}
            {tileName(method)}
          </label>
        )
      })}
      {error && (
        <p id={errorId} className="col-span-full text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
