import { Banknote, CreditCard, Landmark, Smartphone, Wallet, type LucideIcon } from 'lucide-react'
import { methodMessages } from '#shared/sales/method-messages.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { useTakenMethods } from '#web/sales/api.ts'

const icons: Record<PaymentMethod, LucideIcon> = {
  cash: Banknote,
  gcash: Smartphone,
  maya: Wallet,
  bank_transfer: Landmark,
  card: CreditCard,
}

type TilesProps = {
  value: PaymentMethod | null
  onChange: (method: PaymentMethod) => void
  disabled: boolean
}

/** How it is paid: a tile for each method, a radio group to the keyboard and to assistive technology. */
export function PaymentTiles({ value, onChange, disabled }: TilesProps) {
  const methods = useTakenMethods()
  return (
    <fieldset
      disabled={disabled}
      className={`grid min-w-0 gap-2 ${methods.length > 4 ? 'grid-cols-5' : 'grid-cols-4'}`}
    >
      <legend className="sr-only">{s.paymentMethod}</legend>
      {methods.map((method) => {
        const Icon = icons[method]
        return (
          <label
            key={method}
            className="relative flex h-16 cursor-pointer touch-manipulation flex-col items-center justify-center gap-1 rounded-ctl border border-line bg-surface text-sm font-semibold text-ink-2 transition-colors select-none hover:border-line-strong has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-ink has-checked:ring-1 has-checked:ring-primary has-disabled:cursor-not-allowed has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name="payment-method"
              value={method}
              checked={value === method}
              onChange={() => onChange(method)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-ctl opacity-0 disabled:cursor-not-allowed"
            />
            <Icon size={21} strokeWidth={1.75} aria-hidden="true" />
            {methodMessages.methods[method]}
          </label>
        )
      })}
    </fieldset>
  )
}
