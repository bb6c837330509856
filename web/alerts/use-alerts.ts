import { skipToken } from '@tanstack/react-query'
import { useMemo } from 'react'
import { alertsContract, MAX_ALERT_CLIENTS, type ClientAlert } from '#shared/alerts/contract.ts'
import { alertText } from '#shared/alerts/messages.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { collectReads } from '#web/data/collect-reads.ts'
import { useSource, type Read } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query.ts'

/** Reads a client's alerts, in one request together with those of all other clients on the screen. */
const readTogether = collectReads<ClientAlert>({
  most: MAX_ALERT_CLIENTS,
  read: async (ids) => (await api(alertsContract.list, { querystring: { client_ids: ids.join(',') } })).data,
  idOf: ({ client_id }) => client_id,
})

const keyOf = (clientIds: string | null | readonly string[]) => [alertsContract.list.url, clientIds]

/**
 * The current alerts of a client. Nothing is requested in a clinic without a clinical record, for somebody who may not
 * see alerts, and for a null client.
 */
export function useAlerts(clientId: string | null): Read<ClientAlert[]> {
  const mayRead = useMayUseCharts('alerts.read')
  const isAsked = mayRead && clientId !== null
  const read = useSource<ClientAlert[]>(
    { queryKey: keyOf(clientId), queryFn: isAsked ? () => readTogether(clientId) : skipToken },
    { live: isAsked },
  )
  return { ...read, wasRead: !isAsked || read.wasRead }
}

/**
 * Reads the alerts of several clients, and also caches them for each client, so that a dialog about one of these clients
 * shows the alerts without a request.
 */
async function readEach(clientIds: readonly string[]): Promise<ClientAlert[][]> {
  const alerts = await Promise.all(clientIds.map(readTogether))
  for (const [n, id] of clientIds.entries()) queryClient.setQueryData(keyOf(id), alerts[n])
  return alerts
}

/**
 * The current alerts of several clients, read by one query: a list with the alerts of each client, in the order of the
 * ids. Nothing is requested where `useAlerts` requests nothing.
 */
export function useAlertsOf(clientIds: readonly string[]): Read<ClientAlert[][]> {
  const isAsked = useMayUseCharts('alerts.read') && clientIds.length > 0
  const read = useSource<ClientAlert[][]>(
    { queryKey: keyOf(clientIds), queryFn: isAsked ? () => readEach(clientIds) : skipToken },
    { live: isAsked, keepPrevious: true },
  )
  return { ...read, wasRead: !isAsked || read.wasRead }
}

/**
 * Returns the read of a page without its data until the alerts that the page shows are known or could not be loaded.
 * Otherwise the alerts would move the buttons below them while somebody presses one of these buttons.
 */
export const alertsFirst = <R extends Pick<Read<unknown>, 'data'>>(read: R, { data, wasRead }: Read<unknown>) =>
  wasRead || data !== undefined ? read : { ...read, data: undefined }

const NONE: ReadonlyMap<string, string> = new Map()

/**
 * The alerts of each client as one text, for the visits of the day board, where there is no space for the alert line;
 * clients without alerts are missing. One query serves all clients, because a query for each of hundreds of visits
 * would delay the board.
 */
export function useAlertTexts(clientIds: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useAlertsOf(clientIds)
  return useMemo(() => {
    const withAlerts = data?.filter((alerts) => alerts.length > 0) ?? []
    if (withAlerts.length === 0) return NONE
    return new Map(
      withAlerts.map((alerts) => [
        alerts[0]!.client_id,
        alerts.map(({ kind, text }) => alertText(kind, text)).join(', '),
      ]),
    )
  }, [data])
}
