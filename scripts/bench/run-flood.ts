import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { startOn, tokenOf, type AppProcess } from './app-process.ts'
import { openBenchClinic } from './bench-clinic.ts'
import { measureHttp, type Measured } from './measure.ts'

/**
 * Measures how a flood of anonymous calls slows a cashier down: reads the transactions list alone, and while 60
 * connections read free times. `--program` can be given several times to compare several builds.
 */
const { values } = parseArgs({
  options: { program: { type: 'string', multiple: true, default: ['dist/server/main.js'] } },
})
const SECONDS = 5
const ROUNDS = 3

const cashierList = (app: AppProcess, token: string): Promise<Measured> => {
  const request = { method: 'GET', path: '/api/transactions', headers: { authorization: `Bearer ${token}` } }
  return measureHttp(app.url, 1, SECONDS, request)
}

/** Sends the flood of calls from a separate thread, so that it does not delay the measured call. */
const flood = (app: AppProcess, date: string, seconds: number) =>
  autocannon({
    url: app.url + appointmentsContract.unavailableTimes.url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ date }),
    connections: 60,
    duration: seconds,
    workers: 1,
  })

const told = ({ p50, p99 }: Measured) => `p50 ${p50} ms, p99 ${p99} ms`

const clinic = await openBenchClinic({ clients: 1_000, appointments: 10_000, sales: 10_000, logs: 20_000 }, new Date())
try {
  for (let round = 1; round <= ROUNDS; round++) {
    for (const program of values.program) {
      const app = await startOn(clinic, program)
      const token = await tokenOf(app, 'cashier@mutya.test')
      await cashierList(app, token)
      const alone = await cashierList(app, token)
      const flooding = flood(app, clinic.today, SECONDS + 1)
      const beside = await cashierList(app, token)
      const visitors = await flooding
      await app.stop()
      const ratio = `p50 ×${(beside.p50 / alone.p50).toFixed(1)}, p99 ×${(beside.p99 / alone.p99).toFixed(1)}`
      const rate = `${Math.round(visitors['2xx'] / (SECONDS + 1))}/s answered, ${visitors.non2xx} refused`
      console.log(
        `${round} ${program}: alone ${told(alone)}; in the flood ${told(beside)} (${ratio}); visitors ${rate}`,
      )
    }
  }
} finally {
  await clinic.close()
}
