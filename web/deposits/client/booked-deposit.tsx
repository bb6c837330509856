import { useEffect, useState } from 'react'
import { clientDepositMessages as s } from '#shared/deposits/client-messages.ts'
import { ownDepositsContract, type OwnDeposit } from '#shared/deposits/own-contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { api } from '#web/lib/api.ts'
import { ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { DepositPanel } from './deposit-panel.tsx'
import { replaceDeposit } from './deposit-state.ts'

type Own = Output<typeof ownDepositsContract.list>
type Loaded = { status: 'loading' | 'failed' } | { status: 'ready'; own: Own }

/** Loads the deposits of the client, without the query cache, which the booking page does not have. */
function useLoadedDeposits() {
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    const set = (next: Loaded) => {
      if (!abort.signal.aborted) setLoaded(next)
    }
    api(ownDepositsContract.list, {}, { signal: abort.signal }).then(
      (own) => set({ status: 'ready', own }),
      () => set({ status: 'failed' }),
    )
    return () => abort.abort()
  }, [attempt])
  const retry = () => {
    setLoaded({ status: 'loading' })
    setAttempt((present) => present + 1)
  }
  const replace = (changed: OwnDeposit) =>
    setLoaded((present) =>
      present.status === 'ready' ? { ...present, own: replaceDeposit(present.own, changed) } : present,
    )
  return { loaded, retry, replace }
}

type BookedDepositProps = {
  appointmentId: string
  /**
   * True if the booking page has announced a deposit. Space on the page is then reserved for it, and a failure to load
   * it is shown.
   */
  isExpected: boolean
}

/** The deposit of the visit that was just booked; nothing if it needs none. */
export function BookedDeposit({ appointmentId, isExpected }: BookedDepositProps) {
  const { loaded, retry, replace } = useLoadedDeposits()
  if (loaded.status !== 'ready') {
    if (!isExpected) return null
    if (loaded.status === 'failed')
      return <ErrorPanel message={s.termsFailed} onRetry={retry} className="mt-6 w-full" />
    return (
      <SkeletonGroup className="mt-6 w-full max-w-lg">
        <Skeleton className="h-160 w-full" />
      </SkeletonGroup>
    )
  }
  const deposit = loaded.own.data.find((one) => one.appointment_id === appointmentId)
  if (!deposit) return null
  return (
    <div className="mt-6 w-full max-w-lg">
      <DepositPanel deposit={deposit} ways={loaded.own.ways} onChange={replace} heading="h2" />
    </div>
  )
}
