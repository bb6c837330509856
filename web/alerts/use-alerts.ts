import { skipToken } from '@tanstack/react-query'
import { alertsContract, MAX_ALERT_CLIENTS, type ClientAlert } from '#shared/alerts/contract.ts'
import { alertText } from '#shared/alerts/messages.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { useSource, type Read } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'

type Waiting = { resolve: (alerts: ClientAlert[]) => void; reject: (error: unknown) => void }

/**
 * The clients whose alerts components wait for and which were not requested from the server yet. One request reads the
 * alerts of all of them.
 */
let waiting = new Map<string, Waiting[]>()

async function readPart(part: readonly [string, Waiting[]][]): Promise<void> {
  try {
    const { data } = await api(alertsContract.list, { querystring: { client_ids: part.map(([id]) => id).join(',') } })
    for (const [id, readers] of part)
      for (const { resolve } of readers) resolve(data.filter(({ client_id }) => client_id === id))
  } catch (error) {
    for (const [, readers] of part) for (const { reject } of readers) reject(error)
  }
}

function readWaiting(): void {
  const all = [...waiting]
  waiting = new Map()
  for (let first = 0; first < all.length; first += MAX_ALERT_CLIENTS)
    void readPart(all.slice(first, first + MAX_ALERT_CLIENTS))
}

/**
 * For how many milliseconds the clients of one request are collected: long enough for all components of a page to ask
 * for their client's alerts.
 */
const COLLECT_MS = 20

/** Reads a client's alerts. One request reads the alerts of all clients that are needed at about the same time. */
const readTogether = (clientId: string) =>
  new Promise<ClientAlert[]>((resolve, reject) => {
    if (waiting.size === 0) setTimeout(readWaiting, COLLECT_MS)
    waiting.set(clientId, [...(waiting.get(clientId) ?? []), { resolve, reject }])
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

/**
 * A client's alerts as one text, for a visit on the day board, where there is no space for the alert line; undefined
 * for a client without alerts.
 */
export function useAlertText(clientId: string): string | undefined {
  const { data = [] } = useAlerts(clientId)
  return data.length === 0 ? undefined : data.map(({ kind, text }) => alertText(kind, text)).join(', ')
}
