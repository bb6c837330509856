import { skipToken } from '@tanstack/react-query'
import { useMemo } from 'react'
import { signedFormsContract, type MissingForm, type MissingFormsOfVisit } from '#shared/forms/signing-contract.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { collectReads } from '#web/data/collect-reads.ts'
import { useSource } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'

type Forms = readonly MissingForm[]

/** The largest number of visits that one request may ask about. */
const MOST_VISITS = 200

/** Reads the unsigned forms of a visit, in one request together with those of all other visits on the screen. */
const readTogether = collectReads<MissingFormsOfVisit>({
  most: MOST_VISITS,
  read: async (ids) =>
    (await api(signedFormsContract.missing, { querystring: { appointment_ids: ids.join(',') } })).data,
  idOf: ({ appointment_id }) => appointment_id,
})

const formsOf = (visits: readonly MissingFormsOfVisit[]): Forms => visits.flatMap(({ forms }) => forms)

/**
 * The forms that the client has yet to sign for a visit; undefined until they are known. Nothing is read if the visit
 * is null or while the clinic keeps no clinical record.
 */
export function useMissingForms(appointmentId: string | null): Forms | undefined {
  const maySee = useMayUseCharts('alerts.read')
  return useSource<Forms>(
    {
      queryKey: [signedFormsContract.missing.url, appointmentId],
      queryFn: maySee && appointmentId !== null ? async () => formsOf(await readTogether(appointmentId)) : skipToken,
    },
    { live: true },
  ).data
}

const NONE: ReadonlyMap<string, Forms> = new Map()

/**
 * The forms that are yet to be signed for each of several visits; visits without any are missing. One query serves all
 * visits, because a query for each of hundreds of visits would delay the day board.
 */
export function useMissingFormsOf(appointmentIds: readonly string[]): ReadonlyMap<string, Forms> {
  const maySee = useMayUseCharts('alerts.read')
  const { data } = useSource<MissingFormsOfVisit[]>(
    {
      queryKey: [signedFormsContract.missing.url, appointmentIds],
      queryFn: maySee ? async () => (await Promise.all(appointmentIds.map(readTogether))).flat() : skipToken,
    },
    { live: true, keepPrevious: true },
  )
  return useMemo(() => {
    const missing = data?.filter(({ forms }) => forms.length > 0) ?? []
    return missing.length === 0 ? NONE : new Map(missing.map(({ appointment_id, forms }) => [appointment_id, forms]))
  }, [data])
}
