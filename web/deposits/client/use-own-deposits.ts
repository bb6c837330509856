import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { clientDepositMessages as s } from '#shared/deposits/client-messages.ts'
import { ownDepositsContract, type OwnDeposit } from '#shared/deposits/own-contract.ts'
import { useRead } from '#web/data/use-read.ts'
import { query } from '#web/lib/query.ts'
import { replaceDeposit } from './deposit-state.ts'

const { queryKey } = query(ownDepositsContract.list, {})

/**
 * Reads the deposits of the client's own visits; all components share one request. It is repeated every minute, because
 * the clinic confirms or refuses a payment while the client waits.
 */
export function useOwnDeposits() {
  const queries = useQueryClient()
  const { data, isLoading, failure } = useRead(ownDepositsContract.list, {}, { live: true, failed: s.ownFailed })
  const byVisit = useMemo(() => new Map((data?.data ?? []).map((one) => [one.appointment_id, one])), [data])
  return {
    isLoading,
    failure,
    ways: data?.ways,
    ofVisit: (appointmentId: string) => byVisit.get(appointmentId),
    /** Shows the changed deposit, as the response to the change contains it. */
    replace: (changed: OwnDeposit) =>
      queries.setQueryData(queryKey, (own: typeof data) => own && replaceDeposit(own, changed)),
  }
}

export type OwnDeposits = ReturnType<typeof useOwnDeposits>
