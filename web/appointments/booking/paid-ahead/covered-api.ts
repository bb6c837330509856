import { coveredContract, type CoveredService } from '#shared/prepaid/covered-contract.ts'
import { api } from '#web/lib/api.ts'

/** Reads which of these services (ids separated by commas) packages of the logged-in client pay on a day. */
export const readCovered = async (
  service_ids: string,
  date: string | null,
  signal: AbortSignal,
): Promise<CoveredService[]> =>
  (await api(coveredContract.mine, { querystring: { service_ids, ...(date !== null && { date }) } }, { signal })).data
