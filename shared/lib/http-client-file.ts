import {
  ApiError,
  noResponseError,
  apiErrorOf,
  parseBody,
  requestOf,
  runUntilAborted,
  type CallOptions,
} from './http-client.ts'
import type { Endpoint, Input } from './endpoint.ts'

/** The caller gives up after this many milliseconds in which no data came. */
const SILENCE_MS = 30_000

export type FilePart = { text: string; headers: Headers }

/** Returns a signal that aborts when `wait(ms)` was not called again for `ms` milliseconds. */
function startSilenceTimer() {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(new DOMException('Nothing arrives.', 'TimeoutError')), ms)
  }
  return { signal: controller.signal, wait, end: () => clearTimeout(timer) }
}

async function readParts(response: Response, onPart: (part: FilePart) => void, onArrival: () => void): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const reader = response.body!.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    onArrival()
    onPart({ text: decoder.decode(part.value, { stream: true }), headers: response.headers })
  }
}

/**
 * Reads a `file` endpoint and passes on its text part by part. Throws `ApiError` as `call` does, also for a file that
 * ends too early. An error of `onPart` stops the reading and is rethrown.
 */
export async function callForFile<E extends Endpoint>(
  e: E,
  input: Input<E>,
  options: CallOptions,
  onPart: (part: FilePart) => void,
): Promise<void> {
  const { signal, send = (request) => fetch(request) } = options
  const { signal: late, wait, end } = startSilenceTimer()
  const stopped = new AbortController()
  let problem: unknown
  const take = (part: FilePart) => {
    try {
      onPart(part)
    } catch (error) {
      problem = error
      stopped.abort(error)
      throw error
    }
  }
  wait(e.timeoutMs ?? 10_000)
  try {
    await runUntilAborted([late, stopped.signal, ...(signal ? [signal] : [])], async (either) => {
      const response = await send(requestOf(e, input, either, options))
      if (!response.ok) throw apiErrorOf(e, response.status, parseBody(await response.text()))
      await readParts(response, take, () => wait(SILENCE_MS))
    })
  } catch (error) {
    if (error === problem || error instanceof ApiError) throw error
    throw noResponseError(error)
  } finally {
    end()
  }
}
