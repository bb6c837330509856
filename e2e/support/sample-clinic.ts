import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cloneDatabase, startTemplateServer, urlsOf } from '#server/test/clone-database.ts'
import { openClinic, type OpenClinic } from './clinic-api.ts'
import { startClinic, type ClinicProcess, type Start } from './clinic-process.ts'
import { OPENED_AT } from './clock.ts'

/** Returns how far the test clock differs from the machine's, in milliseconds. */
export const offsetTo = (instant: Date): number => instant.getTime() - Date.now()

/**
 * The clinic that is copied for each test file: its database, its pictures and its people. `templateUrl` is the
 * migrated database before the clinic was set up.
 */
type Sample = { templateUrl: string; databaseUrl: string; dataDir: string; people: OpenClinic }

const settingsFor = (adminUrl: string, dataDir: string) => {
  const { appUrl, ownerUrl } = urlsOf(adminUrl)
  return { DATABASE_URL: appUrl, DATABASE_ADMIN_URL: ownerUrl, DATA_DIR: dataDir }
}

// Workers are separate processes, so the set-up passes the sample to them in an environment variable.
const VARIABLE = 'MUTYA_SAMPLE_CLINIC'

const readSample = () => JSON.parse(process.env[VARIABLE]!) as Sample

async function openSample(templateUrl: string, dataDir: string): Promise<Sample> {
  const database = await cloneDatabase(templateUrl)
  const settings = settingsFor(database.adminUrl, dataDir)
  const clinic = await startClinic({ settings, isEmpty: true, clockOffsetMs: offsetTo(OPENED_AT) })
  const people = await openClinic(clinic.url, clinic.setupCode!)
  await clinic.stop()
  return { templateUrl, databaseUrl: database.adminUrl, dataDir, people }
}

/** Sets up one clinic through its API, which each test file of the run copies. */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startTemplateServer()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mutya-sample-'))
  const tearDown = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    process.env[VARIABLE] = JSON.stringify(await openSample(server.templateUrl, dataDir))
  } catch (error) {
    // If the set-up fails, the database server is stopped before the error is reported.
    await tearDown()
    throw error
  }
  return tearDown
}

/**
 * Starts the app for a clinic that is not set up yet, on a copy of the migrated database. Tests use a copy because it
 * takes seconds to create a new PostgreSQL server. Only `first-steps.spec.ts` creates a new server, because it tests the
 * first start of the app.
 */
export async function startEmptyClinic(): Promise<ClinicProcess> {
  const database = await cloneDatabase(readSample().templateUrl)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mutya-e2e-'))
  const clinic = await startClinic({ settings: settingsFor(database.adminUrl, dataDir), isEmpty: true })
  return {
    ...clinic,
    stop: async () => {
      await clinic.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type SampleClinic = OpenClinic &
  ClinicProcess & {
    /** Starts another app process on the same database and files, with other settings. The caller stops it. */
    startBeside: (more: Record<string, string>) => Promise<ClinicProcess>
  }

/**
 * Copies the sample clinic and starts the app on the copy with the function `start`. The app's clock starts at
 * `OPENED_AT`. `more` adds settings of the app.
 */
export async function startSampleClinic(
  more: Record<string, string> = {},
  start: (start: Start) => Promise<ClinicProcess> = startClinic,
): Promise<SampleClinic> {
  const { databaseUrl, dataDir, people } = readSample()
  const database = await cloneDatabase(databaseUrl)
  const ownDataDir = await mkdtemp(path.join(tmpdir(), 'mutya-e2e-'))
  await cp(dataDir, ownDataDir, { recursive: true })
  const settings = { ...settingsFor(database.adminUrl, ownDataDir), ...more }
  const clockOffsetMs = offsetTo(OPENED_AT)
  const clinic = await start({ settings, clockOffsetMs })
  return {
    ...people,
    ...clinic,
    startBeside: (others) => startClinic({ settings: { ...settings, ...others }, clockOffsetMs }),
    stop: async () => {
      await clinic.stop()
      await database.drop()
      await rm(ownDataDir, { recursive: true, force: true })
    },
  }
}
