import { clsx } from 'clsx'
import { Minus, Plus, Tag, Trash2, type LucideIcon } from 'lucide-react'
import { memo, useEffect, useRef, useState, type ReactNode } from 'react'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import type { CardKind } from '#shared/sales/senior-pwd-card.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { useMediaQuery } from '#web/lib/use-device.ts'
import { ariaDisabled } from '#web/ui/button-class.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import type { LineDiscounts } from './card/covered-text.ts'
import { LineDiscountFields } from './line-discount.tsx'
import { dispatchOrder } from './order-store.ts'
import { MAX_QUANTITY, type OrderLine } from './order.ts'

type RowProps = {
  name: string
  detail: string
  price: number
  quantity: number
  disabled: boolean
  onQuantity: (quantity: number) => void
  onRemove: () => void
  /** A number that changes with every tap on a service in the order, to highlight its row. */
  flash?: number | undefined
  /** The amount after discounts; undefined if there are none. */
  net?: Centavos | undefined
  /** Content below the name of the item: its discount, or a button to add one. */
  extra?: ReactNode
  /** Content below the line: the holders of Senior or PWD cards, and the expanded discount fields. */
  below?: ReactNode
}

export function Row({
  name,
  detail,
  price,
  quantity,
  disabled,
  onQuantity,
  onRemove,
  flash,
  net,
  extra,
  below,
}: RowProps) {
  const row = useFlash(flash)
  const isNarrow = useIsNarrow()
  const stepper = <QuantityStepper name={name} quantity={quantity} onChange={onQuantity} disabled={disabled} />
  const gross = price * quantity
  return (
    <>
      <tr ref={row} className={clsx('border-t border-line', isNarrow ? 'align-top' : 'align-middle')}>
        <td className="w-touch py-1.5 lg:low:py-1">
          <IconButton
            label={s.remove(name)}
            icon={<Trash2 size={18} aria-hidden="true" />}
            variant="danger-quiet"
            onClick={onRemove}
            disabled={disabled}
            className="-ml-2.5 text-ink-3! hover:text-danger!"
          />
        </td>
        <th scope="row" className="py-1.5 pr-2 text-left leading-snug font-semibold wrap-anywhere lg:low:py-1">
          <span className="line-clamp-3 max-sm:pt-2">{name}</span>
          <span className={clsx('line-clamp-1 text-sm font-normal text-ink-2', extra && 'lg:low:sr-only')}>
            {detail}
          </span>
          {extra}
          {isNarrow && <span className="mt-1 block font-normal">{stepper}</span>}
        </th>
        {!isNarrow && <td className="py-1.5 lg:low:py-1">{stepper}</td>}
        <td className="tnum py-1.5 lg:low:py-1 pl-2 text-right text-ctl font-bold max-sm:pt-3.5">
          {net !== undefined && net !== gross && (
            <s className="block text-sm font-normal text-ink-2">{formatPeso(gross)}</s>
          )}
          {formatPeso(net ?? gross)}
        </td>
      </tr>
      {below && (
        <tr>
          <td colSpan={4} className="pb-2">
            {below}
          </td>
        </tr>
      )}
    </>
  )
}

/** True on narrow screens, where the quantity is below the name. */
const useIsNarrow = () => useMediaQuery('(width < 40rem)')

type StepperProps = {
  name: string
  quantity: number
  onChange: (quantity: number) => void
  disabled?: boolean
  least?: number
  most?: number
}

/** Minus, quantity and plus, large enough for a thumb. */
export function QuantityStepper({ name, quantity, onChange, ...limits }: StepperProps) {
  const { disabled = false, least = 1, most = MAX_QUANTITY } = limits
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
      {step(s.less(name), Minus, quantity - 1, quantity <= least)}
      <output className="tnum min-w-8 px-1 text-center font-bold">{quantity}</output>
      {step(s.more(name), Plus, quantity + 1, quantity >= most)}
    </span>
  )
}

/** Highlights the row and scrolls to it when `flash` changes. */
function useFlash(flash: number | undefined) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (flash === undefined) return
    row.current?.scrollIntoView({ block: 'nearest' })
    row.current?.classList.remove('animate-flash')
    // Reading the layout before the class is added again restarts the animation.
    void row.current?.offsetWidth
    row.current?.classList.add('animate-flash')
  }, [flash])
  return row
}

/** Asks before removing a service with its add-ons. */
function useRemoveService(line: OrderLine) {
  const confirm = useConfirm()
  return async () => {
    const addOns = line.addOns.map((addOn) => addOn.name).join(', ')
    const isSure = await confirm({
      title: s.removeQuestion(line.name),
      body: addOns === '' ? undefined : s.removeWithAddOns(addOns),
      confirmLabel: s.removeConfirm,
      danger: true,
    })
    if (isSure) dispatchOrder({ type: 'remove-service', serviceId: line.serviceId })
  }
}

const lessText = (less: Centavos, { discount }: OrderLine) =>
  discount?.reason
    ? s.lessOnLine(formatPeso(less), methodMessages.discountReasons[discount.reason])
    : s.lessPlain(formatPeso(less))

type ServiceRowProps = LineDiscounts & {
  line: OrderLine
  disabled: boolean
  flash: number | undefined
  /** Opens the form for a Senior Citizen or PWD card. */
  onSenior: (kind?: CardKind) => void
}

// Each row is memoized, so that a tap re-renders only the changed one.
export const ServiceRow = memo(function ServiceRow({ line, disabled, flash, onSenior, ...discounts }: ServiceRowProps) {
  const { net, less, isDiscountable, cardText, holders } = discounts
  const remove = useRemoveService(line)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isShown = isOpen && isDiscountable && !disabled
  return (
    <Row
      {...line}
      detail={line.treatmentName}
      disabled={disabled}
      flash={flash}
      net={net}
      extra={
        <>
          {cardText !== null && <span className={cardTextClass}>{cardText}</span>}
          {isDiscountable && (
            <button
              ref={opener}
              type="button"
              disabled={disabled}
              aria-expanded={isShown}
              aria-label={s.discountOf(line.name)}
              onClick={() => setOpen(!isOpen)}
              // On low screens the touch area extends over the name, which is not interactive.
              className="relative -ml-1.5 inline-flex min-h-touch items-center gap-1.5 rounded-ctl px-1.5 text-left text-sm lg:low:min-h-5 lg:low:leading-5 lg:low:before:absolute lg:low:before:-inset-x-1 lg:low:before:-top-5 lg:low:before:-bottom-3 font-semibold text-primary hover:bg-surface-2 disabled:text-ink-3"
            >
              <Tag size={15} aria-hidden="true" />
              <span className="tnum">{less > 0 ? lessText(less, line) : s.addDiscount}</span>
            </button>
          )}
        </>
      }
      below={
        (isShown || holders !== '') && (
          <>
            <Holders text={holders} />
            {isShown && (
              <LineDiscountFields
                line={line}
                onSenior={onSenior}
                onDone={() => {
                  setOpen(false)
                  opener.current?.focus()
                }}
              />
            )}
          </>
        )
      }
      onQuantity={(quantity) => dispatchOrder({ type: 'service-quantity', serviceId: line.serviceId, quantity })}
      onRemove={() => void remove()}
    />
  )
})

const cardTextClass = 'tnum block text-sm font-semibold text-primary'

/**
 * Names the holders whose Senior or PWD cards cover pieces of a service or an add-on, and what these cards take off,
 * one holder a line.
 */
export const Holders = ({ text }: { text: string }) =>
  text !== '' &&
  text.split('\n').map((holder) => (
    <span key={holder} className={cardTextClass}>
      {holder}
    </span>
  ))
