import type { Endpoint, Input } from '#shared/lib/endpoint.ts'
import { apiErrorOf, noResponseError, parseBody, requestOf } from '#shared/lib/http-client.ts'
import { reportLogOut } from '#web/lib/api.ts'

async function fetchOnce<E extends Endpoint>(e: E, input: Input<E>): Promise<Blob> {
  const request = requestOf(e, input, AbortSignal.timeout(e.timeoutMs ?? 30_000), {})
  const response = await fetch(request).catch((cause: unknown) => {
    throw noResponseError(cause)
  })
  if (!response.ok) throw apiErrorOf(e, response.status, parseBody(await response.text()))
  return response.blob()
}

/** Reads a file of the API. Throws an `ApiError` as `api` does. */
export const fetchFile = <E extends Endpoint>(e: E, input: Input<E>): Promise<Blob> => reportLogOut(fetchOnce(e, input))
