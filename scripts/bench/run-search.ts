import { performance } from 'node:perf_hooks'
import { searchContract } from '#shared/search/contract.ts'
import { startOn, tokenOf } from './app-process.ts'
import { openBenchClinic } from './bench-clinic.ts'

// Measures a search with 20,000 clients: `npx tsx scripts/bench/run-search.ts`, after a build.

const COUNTS = { clients: 20_000, appointments: 100_000, sales: 100_000, logs: 1_000 }
const TIMES = 200
const searches = [
  'ma',
  'bianca',
  'bianca santos',
  '0917 12',
  'mendo',
  'today',
  'bianca today',
  '002080',
  'facial',
  'zzqq',
]

const clinic = await openBenchClinic(COUNTS, new Date())
const app = await startOn(clinic)
try {
  const token = await tokenOf(app, 'cashier@mutya.test')
  const ask = async (q: string) => {
    const begun = performance.now()
    const address = `${app.url}${searchContract.find.url}?q=${encodeURIComponent(q)}`
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${q}: ${answer.status}`)
    return performance.now() - begun
  }
  for (const q of searches) {
    for (let warm = 0; warm < 20; warm++) await ask(q)
    const times: number[] = []
    for (let n = 0; n < TIMES; n++) times.push(await ask(q))
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1)
    console.log(`${q.padEnd(16)} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
  }
} finally {
  await app.stop()
  await clinic.close()
}
