import { parseArgs } from 'node:util'
import { utils, write } from '@e965/xlsx'
import { importsContract as contract, type Batch } from '#shared/imports/contract.ts'
import { WORKING_STATES } from '#shared/imports/kinds.ts'
import { buildServer } from '../build/build-server.ts'
import { startOn, tokenOf, type AppProcess } from './app-process.ts'
import { openBenchClinic, type BenchClinic } from './bench-clinic.ts'
import { measureStep, printHeads, senderOf, type Send } from './measure-steps.ts'

// Measures the import of a table of many clients, as CSV and as XLSX, in the built app as its own process: `npx tsx
// scripts/bench/run-import.ts`, or with `--rows 5000` for a shorter table. The web app must have been built.

const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000' } } })
const rows = Number(values.rows)

const pad = (n: number, width = 2) => String(n).padStart(width, '0')
const firstNames = ['Maria Clara', 'JUAN', 'Ana', 'Rosa', 'Jose', 'Bea', 'Liza', 'Marco', 'Ines', 'Paolo']
const lastNames = ['DELA CRUZ', 'Reyes', 'Santos', 'Lim', 'Garcia', 'Mendoza', 'Tan', 'Villanueva', 'Ocampo', 'Yu']
const pick = (list: readonly string[], n: number) => list[n % list.length]!

/**
 * Returns a row of the imported table. Every 100th row has an invalid phone number, and every 50th row repeats a
 * person.
 */
function rowOf(at: number): string[] {
  const n = at % 50 === 49 ? at - 1 : at
  const phone = at % 100 === 77 ? '12345' : `0917 ${pad(Math.floor(n / 10_000), 3)} ${pad(n % 10_000, 4)}`
  const last = `${pick(lastNames, Math.floor(n / 10))} ${String.fromCharCode(65 + (n % 26))}${n}`
  return [
    `${last}, ${pick(firstNames, n)} S.`,
    phone,
    n % 3 === 0 ? '' : `client${n}@list.test`,
    `${pad((n % 28) + 1)}/${pad((n % 12) + 1)}/${1950 + (n % 50)}`,
    `${n} Mabini Street, Barangay ${n % 200}, Quezon City`,
    `${2015 + (n % 10)}-${pad((n % 12) + 1)}-15`,
    n % 4 === 0 ? 'Prefers mornings and a quiet room' : '',
  ]
}

const HEADINGS = ['Full Name', 'Mobile No.', 'E-mail Address', 'Birthday', 'Address', 'Client since', 'Remarks']

function listOf(format: 'csv' | 'xlsx'): File {
  const table = [HEADINGS, ...Array.from({ length: rows }, (_, at) => rowOf(at))]
  if (format === 'csv')
    return new File([table.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n')], 'clients.csv')
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(table), 'Clients')
  return new File(
    [write(book, { type: 'array', bookType: 'xlsx', bookSST: true, compression: true }) as ArrayBuffer],
    'clients.xlsx',
  )
}

async function measure(clinic: BenchClinic, format: 'csv' | 'xlsx'): Promise<void> {
  const list = listOf(format)
  const app = await startOn(clinic)
  try {
    await measureSteps(clinic, app, list)
  } finally {
    await app.stop()
  }
}

type Answer = { data: Batch }

/**
 * Waits until the job of a batch has ended. It asks only once a second, because each answer counts all rows, which
 * would slow down the measured job.
 */
async function waitForJob(send: Send<Answer>, address: string): Promise<void> {
  const working: readonly string[] = WORKING_STATES
  while (working.includes((await send('GET', address)).data.state))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
}

async function measureSteps(clinic: BenchClinic, app: AppProcess, list: File): Promise<void> {
  const send = senderOf<Answer>(app, await tokenOf(app, 'admin@mutya.test'))
  console.log(`| ${list.name}: at rest | | | | ${await app.peakMb()} MB |`)
  const form = new FormData()
  form.set('kind', 'clients')
  form.set('file', list)
  let address = ''
  await measureStep(clinic.dataDir, app, `${list.name}: read the file`, async () => {
    address = `${contract.upload.url}/${(await send('POST', contract.upload.url, form)).data.id}`
  })
  const { fields } = (await send('GET', address)).data
  const steps = [
    ['check', { fields, date_order: 'dmy' }],
    ['start', undefined],
    ['undo', undefined],
  ] as const
  for (const [step, body] of steps) {
    await measureStep(clinic.dataDir, app, `${list.name}: ${step}`, async () => {
      await send('POST', `${address}/${step}`, body)
      await waitForJob(send, address)
    })
    console.log(JSON.stringify((await send('GET', address)).data.counts))
  }
}

await buildServer()
const clinic = await openBenchClinic({}, new Date())
await clinic.db.updateTable('chart_settings').set({ is_on: true }).execute()
try {
  printHeads()
  for (const format of ['csv', 'xlsx'] as const) await measure(clinic, format)
} finally {
  await clinic.close()
}
