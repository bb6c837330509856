import autocannon from 'autocannon'

export type Measured = { perSecond: number; p50: number; p99: number; failed: number }
export type BenchRequest = {
  method: string
  path: string | (() => string)
  headers?: Record<string, string>
  body?: () => string
}

const JSON_HEADERS = { 'content-type': 'application/json' }

/**
 * Sends one kind of request from `clients` connections for some seconds. The returned latencies are in milliseconds.
 */
export async function measureHttp(
  url: string,
  clients: number,
  seconds: number,
  request: BenchRequest,
  headersOf?: () => Record<string, string>,
): Promise<Measured> {
  const { method, path, body } = request
  const pathOf = typeof path === 'string' ? () => path : path
  const headers = { ...(body && JSON_HEADERS), ...request.headers }
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    requests: [
      {
        method,
        path: pathOf(),
        headers,
        setupRequest: (draft) => ({
          ...draft,
          path: pathOf(),
          headers: { ...headers, ...headersOf?.() },
          ...(body && { body: body() }),
        }),
      },
    ],
  })
  return {
    perSecond: result['2xx'] / seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.errors + result.timeouts + result.non2xx,
  }
}

/** Repeats `work` in `clients` parallel loops. This measures the database without the app, as a reference. */
export async function measureLoop(
  clients: number,
  seconds: number,
  work: (n: number) => Promise<unknown>,
): Promise<Measured> {
  const latencies: number[] = []
  const end = performance.now() + seconds * 1000
  let n = 0
  const loop = async () => {
    while (performance.now() < end) {
      const start = performance.now()
      await work(n++)
      latencies.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: clients }, loop))
  latencies.sort((a, b) => a - b)
  const at = (share: number) => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 10) / 10
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), failed: 0 }
}
