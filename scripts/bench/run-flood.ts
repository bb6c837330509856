import http from 'node:http'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { addDays } from '#shared/lib/manila-time.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { holdContract } from '#shared/appointments/availability-contract.ts'
import { startOn, tokenOf, type AppProcess } from './app-process.ts'
import { openBenchClinic, type BenchClinic } from './bench-clinic.ts'
import { measureLoop, type Measured } from './measure.ts'

/**
 * Measures how floods of visitors slow a cashier down: reads the transactions list alone, and while 60 and 600
 * connections of visitors load pages, read free times or reserve times. `--program` can be given several times to
 * compare several builds.
 */
const { values } = parseArgs({
  options: { program: { type: 'string', multiple: true, default: ['dist/server/main.js'] } },
})
const SECONDS = 5
const CONNECTIONS = [60, 600]

type Request = { method: 'GET' | 'POST'; path: string; body?: string }

const floodsOf = (clinic: BenchClinic): Record<string, Request> => ({
  pages: { method: 'GET', path: '/' },
  'free times': {
    method: 'POST',
    path: appointmentsContract.unavailableTimes.url,
    body: JSON.stringify({ date: clinic.today }),
  },
  reservations: {
    method: 'POST',
    path: holdContract.hold.url,
    body: JSON.stringify({
      appointment_date: addDays(clinic.today, 90),
      appointment_time: '10:00:00',
      service_id: clinic.asked,
    }),
  },
})

/**
 * Makes a call over a connection that stays open. It uses `node:http`, because `fetch` itself sometimes takes 20 ms, which
 * would hide the effect of the visitors.
 */
const read = (url: string, agent: http.Agent, token: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const request = http.get(url, { agent, headers }, (response) => {
      response.resume()
      response.once('error', reject)
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} was answered with ${response.statusCode}.`)),
      )
    })
    request.once('error', reject)
  })

/** Reads the list again and again. autocannon would round each time to whole milliseconds, which is too coarse here. */
async function cashierList(app: AppProcess, token: string): Promise<Measured> {
  const agent = new http.Agent({ keepAlive: true })
  try {
    return await measureLoop(1, SECONDS, () => read(`${app.url}/api/transactions`, agent, token))
  } finally {
    agent.destroy()
  }
}

/** Sends the flood from a separate thread, so that it does not delay the measured call. */
const flood = (app: AppProcess, { method, path, body }: Request, connections: number) =>
  autocannon({
    url: app.url + path,
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body }),
    connections,
    duration: SECONDS + 2,
    workers: 1,
  })

const told = ({ p50, p99 }: Measured) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`

/** Measures the cashier's list alone and then in a flood, on an app that was started for it. */
async function measureFlood(
  clinic: BenchClinic,
  program: string,
  request: Request,
  connections: number,
): Promise<string> {
  const app = await startOn(clinic, program)
  const token = await tokenOf(app, 'cashier@mutya.test')
  // The first calls are slower, because Node.js has not optimized their code yet.
  await cashierList(app, token)
  const alone = await cashierList(app, token)
  const flooding = flood(app, request, connections)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const beside = await cashierList(app, token)
  const visitors = await flooding
  await app.stop()
  const ratio = `p50 ×${(beside.p50 / alone.p50).toFixed(1)}, p99 ×${(beside.p99 / alone.p99).toFixed(1)}`
  const rate = `${Math.round(visitors['2xx'] / (SECONDS + 2))}/s answered, ${visitors.non2xx} refused`
  return `alone ${told(alone)}; in the flood ${told(beside)} (${ratio}); visitors ${rate}`
}

const clinic = await openBenchClinic({ clients: 1_000, appointments: 10_000, sales: 10_000, logs: 20_000 }, new Date())
try {
  for (const [name, request] of Object.entries(floodsOf(clinic)))
    for (const connections of CONNECTIONS)
      for (const program of values.program)
        console.log(
          `${name}, ${connections} connections, ${program}: ${await measureFlood(clinic, program, request, connections)}`,
        )
} finally {
  await clinic.close()
}
