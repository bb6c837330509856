import { skipToken, useQuery } from '@tanstack/react-query'
import { signedFormsContract, type MissingForm } from '#shared/forms/signing-contract.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { api } from '#web/lib/api.ts'
import { rereadEveryMinute } from '#web/lib/query.ts'

/** The largest number of visits that one request may ask about. */
const MOST_VISITS = 200
/** How many milliseconds a request waits, so that it can include further visits of the same screen. */
const COLLECT_MS = 5

type Forms = readonly MissingForm[]
type Waiting = { id: string; resolve: (forms: Forms) => void; reject: (error: unknown) => void }
let waiting: Waiting[] = []

/** Sends one request for the unsigned forms of all visits that components have asked for since the last request. */
async function sendCollected(): Promise<void> {
  const batch = waiting.splice(0, MOST_VISITS)
  if (waiting.length > 0) setTimeout(() => void sendCollected(), 0)
  try {
    const ids = [...new Set(batch.map(({ id }) => id))].sort()
    const { data } = await api(signedFormsContract.missing, { querystring: { appointment_ids: ids.join(',') } })
    const byVisit = new Map(data.map(({ appointment_id, forms }) => [appointment_id, forms]))
    for (const { id, resolve } of batch) resolve(byVisit.get(id) ?? [])
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** Reads the unsigned forms of a visit, in one request together with those of all other visits on the screen. */
const readTogether = (id: string): Promise<Forms> =>
  new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(() => void sendCollected(), COLLECT_MS)
    waiting.push({ id, resolve, reject })
  })

/**
 * The forms that the client has yet to sign for a visit; undefined until they are known. Nothing is read if the visit
 * is null or while the clinic keeps no clinical record.
 */
export function useMissingForms(appointmentId: string | null): Forms | undefined {
  const maySee = useMayUseCharts('alerts.read')
  return useQuery({
    queryKey: [signedFormsContract.missing.url, appointmentId],
    queryFn: maySee && appointmentId !== null ? () => readTogether(appointmentId) : skipToken,
    ...rereadEveryMinute,
  }).data
}
