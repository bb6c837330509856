import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startEmbedded } from '#server/db/embedded/start-embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { createUser } from '#server/test/factories.ts'
import { clinicImportContract as contract, PART_BYTES, type ClinicImport } from '#shared/clinic-imports/contract.ts'
import { WORKING } from '#shared/clinic-imports/states.ts'
import { clinicExportContract } from '#shared/exports/contract.ts'
import { buildServer } from '../build/build-server.ts'
import { startOn, startProgram, tokenOf } from './app-process.ts'
import { openBenchClinic, silent } from './bench-clinic.ts'
import { measureStep, printHeads, senderOf, type Send } from './measure-steps.ts'

// Measures bringing all data of a large clinic into an empty one, in the built app as its own process:
// `npx tsx scripts/bench/run-clinic-import.ts`.

const counts = { clients: 20_000, appointments: 100_000 }

/** Downloads all data of a large clinic into a file, as an owner does before changing the installation. */
async function exportClinic(file: string): Promise<void> {
  const clinic = await openBenchClinic(counts, new Date())
  const app = await startOn(clinic)
  try {
    const authorization = `Bearer ${await tokenOf(app, 'admin@mutya.test')}`
    await measureStep(clinic.dataDir, app, 'export', async () => {
      const response = await fetch(app.url + clinicExportContract.download.url, { headers: { authorization } })
      await pipeline(Readable.fromWeb(response.body! as never), createWriteStream(file))
    })
  } finally {
    await app.stop()
    await clinic.close()
  }
}

type Answer = { data: { present: ClinicImport } }

async function waitForJob(send: Send<Answer>): Promise<void> {
  for (;;) {
    const { state, problem } = (await send('GET', contract.read.url)).data.present
    if (problem !== null) throw new Error(problem)
    if (!WORKING.includes(state)) return
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

async function uploadParts(send: Send<Answer>, bytes: Buffer<ArrayBuffer>): Promise<void> {
  await send('POST', contract.begin.url, { file_name: 'clinic-export.zip', bytes: bytes.length })
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    const form = new FormData()
    form.set('from', String(from))
    form.set('file', new File([bytes.subarray(from, from + PART_BYTES)], 'part'))
    await send('POST', contract.upload.url, form)
  }
  await waitForJob(send)
}

async function importClinic(dataDir: string, bytes: Buffer<ArrayBuffer>): Promise<void> {
  const cluster = await startEmbedded({ dataDir, log: silent })
  await migrate(cluster)
  const db = createDatabase(createPool({ connectionString: cluster.appUrl, max: 1 }))
  const { token } = await createUser(db, 'admin', { now: new Date() })
  const env = { DATABASE_URL: cluster.appUrl, DATABASE_ADMIN_URL: cluster.ownerUrl, DATA_DIR: dataDir }
  const app = await startProgram('dist/server/main.js', env)
  try {
    const send = senderOf<Answer>(app, token)
    await measureStep(dataDir, app, 'upload and check', () => uploadParts(send, bytes))
    await measureStep(dataDir, app, 'import', async () => {
      await send('POST', contract.start.url)
      await waitForJob(send)
    })
    const { counts: files, state } = (await send('GET', contract.read.url)).data.present
    const rows = files!.reduce((sum, one) => (one.is_brought_in ? sum + one.rows : sum), 0)
    console.log(`${state}: ${rows} rows, ${Math.round(bytes.length / 1_000_000)} MB`)
  } finally {
    await app.stop()
    await db.destroy()
    await cluster.stop()
  }
}

await buildServer()
const makeFolder = (name: string) => mkdtemp(path.join(tmpdir(), `mutya-${name}-`))
// Both folders are directly in the temporary folder: the database server runs as another user, who cannot enter a
// folder inside a private one.
const folders = [await makeFolder('export'), await makeFolder('import')] as const
try {
  printHeads()
  const file = path.join(folders[0], 'clinic-export.zip')
  await exportClinic(file)
  await importClinic(folders[1], await readFile(file))
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}
