/**
 * Types for the functions of the package autocannon that the benchmarks call, because the package has no types of its
 * own.
 */
declare module 'autocannon' {
  type Request = { method?: string; path?: string; body?: string; headers?: Record<string, string> }
  type Options = Omit<Request, 'path'> & {
    url: string
    connections: number
    duration: number
    /** The number of threads. With threads, `requests` must contain no functions. */
    workers?: number
    requests?: (Request & { setupRequest?: (request: Request) => Request })[]
  }
  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number; max: number }
    errors: number
    timeouts: number
    non2xx: number
    '2xx': number
  }
  export default function autocannon(options: Options): Promise<Result>
}
