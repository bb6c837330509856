import { Bell } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { liveContract } from '#shared/appointments/live-contract.ts'
import { requestMessages as s } from '#shared/appointments/desk-messages.ts'
import { MAX_PER_PAGE } from '#shared/lib/paging.ts'
import { useRead } from '#web/data/use-read.ts'
import { type Arrival, useArrivals, useEventStream } from '#web/lib/event-stream.ts'
import { setTitleCount } from '#web/lib/page/document-head.ts'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { hasUnsavedChanges } from '#web/ui/overlays/unsaved-changes.ts'
import { useRenewSubscription, useNotificationClicks } from '#web/push/use-notifications.ts'
import { IconButton } from '#web/ui/button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { playArrivalSound, useIsSoundOn } from './arrival-sound.ts'

const RequestsSheet = lazyDialog(async () => (await import('./requests-sheet.tsx')).RequestsSheet)

// The banners' code is loaded when the first request, cancellation or move arrives.
const ArrivalBanners = lazy(() =>
  retryImport(async () => ({ default: (await import('./arrival-banners.ts')).ArrivalBanners })),
)

/** Higher numbers are shown as "99+", because the badge is small. */
const MAX_SHOWN = 99

/** Merges arrivals without duplicates (an event may come twice), limited to as many as one call can read. */
export function gatherArrivals(before: readonly Arrival[], next: readonly Arrival[]): Arrival[] {
  const all = new Map([...before, ...next].map((arrival) => [`${arrival.what} ${arrival.id}`, arrival]))
  return [...all.values()].slice(-MAX_PER_PAGE)
}

/**
 * The requests, cancellations and moves that have arrived since the page was opened and that nobody has seen here yet;
 * `any` is true once one has arrived.
 */
function useUnseenArrivals() {
  const [arrivals, setArrivals] = useState<{ any: boolean; unseen: readonly Arrival[] }>({ any: false, unseen: [] })
  useArrivals((next) => {
    setArrivals(({ unseen }) => ({ any: true, unseen: gatherArrivals(unseen, next) }))
    playArrivalSound()
  })
  const seen = (what: Arrival['what']) =>
    setArrivals(({ any, unseen }) => ({ any, unseen: unseen.filter((arrival) => arrival.what !== what) }))
  return { ...arrivals, seen }
}

/**
 * Shows the number of requests in the bar and in the tab's title; opens their list over any page and announces new
 * ones.
 */
export default function RequestsButton() {
  const read = useRead(liveContract.requestCount, {}, { live: true })
  const count = read.data?.data.requests ?? 0
  useEventStream(() => void read.reload())
  const arrivals = useUnseenArrivals()
  // Prepares the sound at the first user gesture.
  useIsSoundOn()
  const sheet = useDialog(RequestsSheet)
  const open = () => {
    arrivals.seen('requested')
    sheet.open({})
  }
  const navigate = useNavigate()
  // A click on a notification does not leave the page while something is being typed; the banner on the page has a link
  // too.
  useNotificationClicks(open, (address) => {
    if (!hasUnsavedChanges() && !document.querySelector('[role$=dialog]')) void navigate(address)
  })
  useRenewSubscription()
  useEffect(() => {
    setTitleCount(count)
    return () => setTitleCount(0)
  }, [count])
  return (
    <>
      <span className="relative block">
        <IconButton
          label={count > 0 ? s.waiting(count) : s.noneWaiting}
          onClick={open}
          icon={<Bell size={20} aria-hidden="true" />}
        />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="tnum pointer-events-none absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 text-xs font-bold text-on-danger"
          >
            {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
          </span>
        )}
      </span>
      {arrivals.any && (
        <Suspense>
          <ArrivalBanners arrivals={arrivals.unseen} onSeen={arrivals.seen} onShow={open} />
        </Suspense>
      )}
      {sheet.element}
    </>
  )
}
