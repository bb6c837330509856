import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { clientDepositMessages as s } from '#shared/deposits/client-messages.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { lazyPart } from '#web/lib/page/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/data/load-states.tsx'
import type { DepositPanelProps } from './deposit-panel.tsx'
import { amountOf, canBeReported, depositStateOfVisit } from './deposit-state.ts'

const DepositPanel = lazyPart<DepositPanelProps>(async () => (await import('./deposit-panel.tsx')).DepositPanel)

type VisitDepositProps = Pick<DepositPanelProps, 'deposit' | 'ways' | 'onChange'> & {
  /** The visit, such as "Hydra Glow on November 23, 2026", for the accessible name of the button. */
  visit: string
  isCancelled: boolean
}

/** One line about the deposit of a visit in a list, with a button that opens the payment panel. */
export function VisitDeposit({ visit, isCancelled, ...panel }: VisitDepositProps) {
  const { deposit } = panel
  const { status, held_until, refused_reason } = deposit
  const [isOpen, setIsOpen] = useState(false)
  const content = useId()
  const mustPay = status === 'requested'
  const mayOpen = canBeReported(deposit, isCancelled)
  const isShown = mayOpen && isOpen
  return (
    <div className="w-full">
      <div
        className={clsx(
          'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card px-4 py-3 text-sm',
          mustPay ? 'bg-warning-soft' : 'bg-surface-2',
        )}
      >
        <div className="min-w-0 flex-1 basis-52 wrap-anywhere">
          {mustPay || isShown ? (
            <>
              <p className="font-semibold">{s.askedFor(amountOf(deposit))}</p>
              {!isShown && refused_reason && (
                <p className="font-semibold text-danger">{s.refusedBecause(refused_reason)}</p>
              )}
              {!isShown && held_until && (
                <p className="tnum text-ink-2">{s.heldUntil(formatInstant(new Date(held_until)))}</p>
              )}
            </>
          ) : (
            <p>{depositStateOfVisit(deposit, isCancelled)}</p>
          )}
        </div>
        {mayOpen && (
          <Button
            variant={mustPay && !isOpen ? 'primary' : 'secondary'}
            aria-expanded={isOpen}
            aria-controls={isOpen ? content : undefined}
            aria-label={mustPay ? s.payFor(visit) : s.showFor(visit)}
            onClick={() => setIsOpen(!isOpen)}
            className="max-sm:w-full"
          >
            {mustPay ? s.pay : s.show}
            <ChevronDown
              size={18}
              aria-hidden="true"
              className={clsx('transition-transform motion-reduce:transition-none', isOpen && 'rotate-180')}
            />
          </Button>
        )}
      </div>
      {isShown && (
        <div id={content} className="mt-3">
          <Suspense fallback={<Skeleton className="h-160 w-full" />}>
            <DepositPanel {...panel} heading="h3" />
          </Suspense>
        </div>
      )}
    </div>
  )
}
