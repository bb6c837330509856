import { skipToken } from '@tanstack/react-query'
import { useMemo } from 'react'
import { alertsContract, MAX_ALERT_CLIENTS, type ClientAlert } from '#shared/alerts/contract.ts'
import { alertText } from '#shared/alerts/messages.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { collectReads } from '#web/data/collect-reads.ts'
import { useSource, type Read } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'

/** Reads a client's alerts, in one request together with those of all other clients on the screen. */
const readTogether = collectReads<ClientAlert>({
  most: MAX_ALERT_CLIENTS,
  read: async (ids) => (await api(alertsContract.list, { querystring: { client_ids: ids.join(',') } })).data,
  idOf: ({ client_id }) => client_id,
})

/**
 * The current alerts of a client. Nothing is requested in a clinic without a clinical record, for somebody who may not
 * see alerts, and for a null client.
 */
export function useAlerts(clientId: string | null): Read<ClientAlert[]> {
  const mayRead = useMayUseCharts('alerts.read')
  const isAsked = mayRead && clientId !== null
  return useSource<ClientAlert[]>(
    {
      queryKey: [alertsContract.list.url, clientId],
      queryFn: isAsked ? () => readTogether(clientId) : skipToken,
    },
    { live: isAsked },
  )
}

const NONE: ReadonlyMap<string, string> = new Map()

/**
 * The alerts of each client as one text, for the visits of the day board, where there is no space for the alert line;
 * clients without alerts are missing. One query serves all clients, because a query for each of hundreds of visits
 * would delay the board.
 */
export function useAlertTexts(clientIds: readonly string[]): ReadonlyMap<string, string> {
  const mayRead = useMayUseCharts('alerts.read')
  const { data } = useSource<ClientAlert[][]>(
    {
      queryKey: [alertsContract.list.url, clientIds],
      queryFn: mayRead ? () => Promise.all(clientIds.map(readTogether)) : skipToken,
    },
    { live: mayRead, keepPrevious: true },
  )
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
