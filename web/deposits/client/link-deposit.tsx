import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { depositLinkContract } from '#shared/deposits/link-contract.ts'
import { clientDepositMessages as s } from '#shared/deposits/client-messages.ts'
import type { OwnDeposit } from '#shared/deposits/own-contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { query } from '#web/lib/query.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { DepositPanel } from './deposit-panel.tsx'
import { canBeReported, depositStateOfVisit } from './deposit-state.ts'
import type { SendReport } from './report-payment.ts'

/** Reads the deposit of the visit to which the token of a link belongs; reads nothing without a token. */
export function useLinkDeposit(token: string) {
  const queries = useQueryClient()
  const input = { body: { token } }
  const read = useRead(depositLinkContract.see, token === '' ? null : input, { live: true, failed: s.linkFailed })
  return {
    ...read,
    /** Shows the changed deposit, as the response to the change contains it. */
    replace: (data: OwnDeposit) =>
      queries.setQueryData(
        query(depositLinkContract.see, input).queryKey,
        (shown: Output<typeof depositLinkContract.see> | undefined) => shown && { ...shown, data },
      ),
  }
}

type LinkDepositProps = {
  token: string
  deposit: ReturnType<typeof useLinkDeposit>
  isCancelled: boolean
}

/** Sends the report of a payment by the link of its visit. */
const sendByLink = (token: string): SendReport => ({
  report: (body) => api(depositLinkContract.report, { body: { token, ...body } }),
  addPicture: (picture) => api(depositLinkContract.addPicture, { body: { token, picture } }),
})

/**
 * The deposit on the page of a visit's link, which can be paid there without a log-in; nothing for a visit without a
 * deposit.
 */
export function LinkDeposit({ token, deposit: { data: shown, failure, replace }, isCancelled }: LinkDepositProps) {
  const send = useMemo(() => sendByLink(token), [token])
  if (!shown) return failure ? <ErrorPanel {...failure} className="mt-5" /> : null
  const { data: deposit, ways } = shown
  if (!deposit) return null
  if (!canBeReported(deposit, isCancelled))
    return (
      <p className="mt-5 rounded-card bg-surface-2 px-4 py-3 text-sm">{depositStateOfVisit(deposit, isCancelled)}</p>
    )
  return (
    <div className="mt-6">
      <DepositPanel deposit={deposit} ways={ways} send={send} onChange={replace} heading="h2" />
    </div>
  )
}
