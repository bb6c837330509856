import { clsx } from 'clsx'
import { Hourglass, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import {
  ownWaitlistContract as contract,
  type OwnWaitlistEntry,
  type WaitlistOffer,
} from '#shared/waitlist/contract.ts'
import { ownWaitlistMessages as s } from '#shared/waitlist/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { now, useNow } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { requestedDays, requestedParts } from '#shared/waitlist/requested-time-text.ts'

const reread = [contract.mine, appointmentsContract.mine]
const REFRESH_MS = 30_000

/** Reads the client's own waitlist; all components share one request. */
export const useMyWaitlist = (isClient = true) =>
  useRead(contract.mine, isClient ? {} : null, { everyMs: REFRESH_MS, failed: s.notLoaded })

/**
 * Shows the client's own waitlist above `children`. The children stay invisible until the waitlist is loaded, because
 * its appearance would move them down.
 */
export function BelowMyWaitlist({ children }: { children: ReactNode }) {
  const { isLoading } = useMyWaitlist()
  return (
    <>
      <MyWaitlist />
      <div className={clsx(isLoading && 'invisible')}>{children}</div>
    </>
  )
}

/** The client's waitlist entries, and an offered time that is accepted with one tap. Hidden without entries. */
export function MyWaitlist() {
  const { data, failure, reload } = useMyWaitlist()
  const entries = data?.data ?? []
  if (failure && !data) return <ErrorPanel {...failure} />
  if (entries.length === 0) return null
  return (
    <SectionCard title={s.title} aside={<Badge tone="primary">{entries.length}</Badge>}>
      <ul aria-label={s.title} className="divide-y divide-line">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onEnded={() => void reload()} />
        ))}
      </ul>
    </SectionCard>
  )
}

type EntryProps = { entry: OwnWaitlistEntry; onEnded: () => void }

function Entry({ entry, onEnded }: EntryProps) {
  const { id, practitioner_name, offer } = entry
  const services = servicesOf(entry)
  const withdraw = useAction(contract.withdraw, {
    ask: () => ({
      title: s.withdrawQuestion,
      body: services,
      confirmLabel: s.withdraw,
      cancelLabel: s.stay,
      busyLabel: s.withdrawing,
      danger: true,
    }),
    done: s.withdrawn,
    failed: s.notWithdrawn,
    reread,
  })
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      {offer && <Offer key={offer.id} entry={entry} offer={offer} onEnded={onEnded} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Hourglass size={20} className="shrink-0 text-gold-ink max-sm:hidden" aria-hidden="true" />
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-bold wrap-anywhere">
            {services}
            {practitioner_name !== null && <span className="font-normal"> {s.with(practitioner_name)}</span>}
          </p>
          <p className="tnum text-sm text-ink-2">
            {requestedDays(entry)} · {requestedParts(entry)}
          </p>
          {!offer && <p className="text-sm text-ink-2">{s.waitsFor}</p>}
        </div>
        <Button
          variant="danger-quiet"
          icon={<X size={18} aria-hidden="true" />}
          aria-label={s.withdrawNamed(services)}
          className="max-sm:-ml-4"
          busy={withdraw.busy}
          onClick={() => void withdraw.run({ params: { id }, body: {} })}
        >
          {s.withdraw}
        </Button>
      </div>
    </li>
  )
}

type OfferProps = EntryProps & { offer: WaitlistOffer }

/** Remaining seconds by the server's count, independent of the device's clock. */
function useSecondsLeft({ seconds_left }: WaitlistOffer, onEnded: () => void): number {
  const [until] = useState(() => now().getTime() + seconds_left * 1000)
  // The result is at most `seconds_left`, because the page's clock may be up to a second behind.
  const left = Math.max(0, Math.min(seconds_left, Math.ceil((until - useNow().getTime()) / 1000)))
  const isOver = left === 0
  const notifyEnd = useEffectEvent(onEnded)
  useEffect(() => {
    if (isOver) notifyEnd()
  }, [isOver])
  return left
}

function Offer({ entry, offer, onEnded }: OfferProps) {
  const { id } = entry
  const services = servicesOf(entry)
  const left = useSecondsLeft(offer, onEnded)
  const take = useAction(contract.take, { done: s.taken, failed: s.notTaken, reread })
  const decline = useAction(contract.decline, { done: s.declined, failed: s.notDeclined, reread })
  const input = { params: { id }, body: { offer_id: offer.id } }
  const moment = s.offered(formatLongDate(offer.appointment_date), formatStart(offer.appointment_time))
  return (
    <section aria-label={s.offeredTitle} className="mb-4 rounded-card border border-primary bg-primary-soft p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-bold text-primary-ink">{s.offeredTitle}</p>
        <p className="tnum text-sm font-semibold" role="timer">
          {left === 0 ? s.ended : `${s.timeLeft} ${s.left(Math.floor(left / 60), left % 60)}`}
        </p>
      </div>
      <p className="tnum mt-1 text-lg font-bold">{moment}</p>
      <p className="text-sm wrap-anywhere text-ink-2">
        {services}
        {offer.practitioner_name !== null && `, ${s.with(offer.practitioner_name)}`}
      </p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button
          variant="primary"
          busy={take.busy}
          busyLabel={s.taking}
          disabled={left === 0 || decline.busy}
          aria-label={s.takeNamed(services, moment)}
          onClick={() => void take.run(input)}
        >
          {s.take}
        </Button>
        <Button busy={decline.busy} disabled={left === 0 || take.busy} onClick={() => void decline.run(input)}>
          {s.decline}
        </Button>
      </div>
    </section>
  )
}
