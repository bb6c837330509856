/** The part of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  type Request = { method?: string; path?: string; body?: string; headers?: Record<string, string> }
  type Options = Omit<Request, 'path'> & {
    url: string
    connections: number
    duration: number
    /** Runs in this many threads of its own; then `requests` may hold no functions. */
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
