import { Calculator, ChevronDown, FlaskConical, LogOut, Trash2 } from 'lucide-react'
import { useEffect, useReducer, useRef, useState, type Dispatch, type Ref, type RefObject } from 'react'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { posDemoMessages as s } from '#shared/pos-demo/messages.ts'
import { QuantityStepper } from '#web/sales/till/order-row.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import {
  quantityOf,
  tallyCount,
  tallyReducer,
  tallyTotal,
  type Offer,
  type Tally,
  type TallyAction,
  type TallyLine,
} from './tally.ts'
import { TreatmentsCard } from './treatments-card.tsx'

const emptyTally: Tally = []

/** A demo that adds up prices. Nothing is sent or stored. */
export default function PosPage() {
  const [tally, dispatch] = useReducer(tallyReducer, emptyTally)
  const [news, setEvents] = useState('')
  const [alert, setAlert] = useState<{ button: DemoButton; open: boolean }>({ button: 'checkout', open: false })
  const box = useRef<HTMLDivElement>(null)
  const onAdd = (offer: Offer) => {
    const action = { type: 'add', offer } as const
    dispatch(action)
    setEvents(s.added(offer.name, quantityOf(tallyReducer(tally, action), offer.id)))
  }
  const onRemove = ({ id, name }: TallyLine) => {
    dispatch({ type: 'remove', id })
    setEvents(s.removed(name))
    // The removed line had the focused button, so the box of added items gets the focus.
    box.current?.focus({ preventScroll: true })
  }
  return (
    <div className="space-y-4">
      <Header onLogout={() => setAlert({ button: 'logout', open: true })} />
      <p role="status" className="sr-only">
        {news}
      </p>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
        <TreatmentsCard tally={tally} onAdd={onAdd} />
        <TallyBox
          ref={box}
          tally={tally}
          dispatch={dispatch}
          onRemove={onRemove}
          onCheckout={() => setAlert({ button: 'checkout', open: true })}
        />
      </div>
      <TotalBar tally={tally} box={box} />
      <DemoAlert {...alert} total={tallyTotal(tally)} onClose={() => setAlert({ ...alert, open: false })} />
    </div>
  )
}

function Header({ onLogout }: { onLogout: () => void }) {
  return (
    <PageHeader
      title={s.title}
      subtitle={
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Badge tone="warning" icon={<FlaskConical size={14} aria-hidden="true" />}>
            {s.notice}
          </Badge>
          {s.purpose}
        </span>
      }
      actions={
        <Button onClick={onLogout} icon={<LogOut size={18} aria-hidden="true" />}>
          {s.logout}
        </Button>
      }
    />
  )
}

type BoxProps = {
  tally: Tally
  dispatch: Dispatch<TallyAction>
  onRemove: (line: TallyLine) => void
  onCheckout: () => void
  /**
   * The box of added items. It gets the focus when its last button was removed, or when the link to the box is pressed.
   */
  ref: Ref<HTMLDivElement>
}

/** The items that were added in the demo, with quantities and total. */
function TallyBox({ tally, dispatch, onRemove, onCheckout, ref }: BoxProps) {
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-20 rounded-card md:sticky md:top-21">
      <SectionCard title={s.tally} aside={<Badge>{s.items(tallyCount(tally))}</Badge>} bodyClassName="">
        {tally.length === 0 ? (
          <EmptyState icon={Calculator} title={s.tallyEmpty} body={s.tallyEmptyHint} className="border-t border-line" />
        ) : (
          // The limited height of a long list keeps the total and the Checkout button visible.
          <ul className="px-5 md:max-h-[calc(100dvh-25rem)] md:min-h-30 md:overflow-y-auto">
            {tally.map((line) => (
              <Line key={line.id} line={line} dispatch={dispatch} onRemove={onRemove} />
            ))}
          </ul>
        )}
        <div className="space-y-3 border-t border-line p-5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-bold">{s.total}</span>
            <span className="tnum text-[1.75rem] leading-tight font-extrabold wrap-anywhere">
              {formatPeso(tallyTotal(tally))}
            </span>
          </p>
          <Button variant="primary" size="xl" block onClick={onCheckout}>
            {s.checkout}
          </Button>
          <p className="text-center text-sm text-ink-2">{s.notice}</p>
        </div>
      </SectionCard>
    </div>
  )
}

type LineProps = Pick<BoxProps, 'dispatch' | 'onRemove'> & { line: TallyLine }

function Line({ line, dispatch, onRemove }: LineProps) {
  const { id, name, price, quantity } = line
  return (
    <li className="border-t border-line py-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 leading-snug font-semibold wrap-anywhere">{name}</span>
        <span className="tnum text-ctl font-bold">{formatPeso(price * quantity)}</span>
      </p>
      <p className="tnum text-sm text-ink-2">{s.each(formatPeso(price))}</p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <QuantityStepper
          name={name}
          quantity={quantity}
          disabled={false}
          onChange={(next) => dispatch({ type: 'quantity', id, quantity: next })}
        />
        <Button
          variant="danger-quiet"
          aria-label={s.removeNamed(name)}
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => onRemove(line)}
          className="-mr-2"
        >
          {s.remove}
        </Button>
      </div>
    </li>
  )
}

type BarProps = { tally: Tally; box: RefObject<HTMLDivElement | null> }

/** On phones the total stays at the bottom edge with a link to the tally. */
function TotalBar({ tally, box }: BarProps) {
  const isBoxInSight = useIsInSight(box)
  if (tally.length === 0 || isBoxInSight) return null
  const showBox = () => {
    box.current?.scrollIntoView({ block: 'start' })
    box.current?.focus({ preventScroll: true })
  }
  return (
    <div data-bottom-bar className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-4 py-2 md:hidden">
      <Button variant="primary" size="lg" block onClick={showBox} className="justify-between! px-4!">
        <span className="tnum flex flex-wrap items-baseline gap-x-2">
          {formatPeso(tallyTotal(tally))}
          <span className="text-sm font-medium">{s.items(tallyCount(tally))}</span>
        </span>
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          {s.toTally}
          <ChevronDown size={18} aria-hidden="true" />
        </span>
      </Button>
    </div>
  )
}

/** True while the element is visible above the bar at the bottom edge. */
function useIsInSight(element: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setIsInSight] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const watch = new IntersectionObserver(([entry]) => setIsInSight(entry?.isIntersecting ?? false), {
      rootMargin: '0px 0px -72px',
    })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return isInSight
}

type DemoButton = 'checkout' | 'logout'

type AlertProps = { open: boolean; button: DemoButton; total: Centavos; onClose: () => void }

/** The dialog after a press on Checkout or Logout, which says that the demo does neither. */
function DemoAlert({ open, button, total, onClose }: AlertProps) {
  const ok = useRef<HTMLButtonElement>(null)
  const isCheckout = button === 'checkout'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={isCheckout ? s.checkout : s.logout}
      initialFocus={ok}
      footer={
        <Button ref={ok} variant="primary" onClick={onClose}>
          {s.ok}
        </Button>
      }
    >
      <p className="font-bold">{s.notice}</p>
      <p className="tnum mt-1.5 text-ink-2">{isCheckout ? s.checkoutAlert(formatPeso(total)) : s.logoutAlert}</p>
    </Dialog>
  )
}
