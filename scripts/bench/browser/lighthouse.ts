import { openBenchClinic } from '../bench-clinic.ts'
import { findPort } from '../../test/find-port.ts'
import { startOn } from '../app-process.ts'
import type { Single } from '../report.ts'
import { median, openBrowser } from './open-browser.ts'
import { publishFreshClinic, publishOwnPictures } from './own-pictures.ts'

/** The last version of Lighthouse that runs on the Node.js version of this project. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const TIMES = 5
const PAGES = [
  ['landing', '/'],
  ['booking', '/BookAppointment'],
  ['log-in', '/login'],
] as const

const SCORES = [
  ['performance', 2],
  ['accessibility', 0],
  ['best-practices', 0],
  ['seo', 0],
] as const

const TIMED = [
  ['largest-contentful-paint', 'ms', 1_500, 0],
  ['cumulative-layout-shift', '', 0.01, 3],
  ['total-blocking-time', 'ms', 100, 0],
] as const

/** The fields of a Lighthouse result that the benchmark reads. */
type Result = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result } | undefined>

/** Loads Lighthouse. Throws an error that says how to install it if it is missing. */
async function findLighthouse(): Promise<Lighthouse> {
  // The name is in a variable, because compiler and bundler must not resolve a package that may be missing.
  const name = 'lighthouse'
  try {
    const { default: lighthouse } = (await import(name)) as { default: Lighthouse }
    return lighthouse
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(
      `Lighthouse is not installed with Mutya (decision 57): npm install --no-save ${LIGHTHOUSE}, and again.`,
      { cause: error },
    )
  }
}

/** Measures one first visit on a phone. Each visit has a fresh browser. */
async function visit(lighthouse: Lighthouse, url: string): Promise<Result> {
  const port = await findPort()
  const browser = await openBrowser([`--remote-debugging-port=${port}`])
  try {
    const found = await lighthouse(url, { port, logLevel: 'error', onlyCategories: SCORES.map(([name]) => name) })
    if (!found) throw new Error(`Lighthouse said nothing of ${url}.`)
    return found.lhr
  } finally {
    await browser.close()
  }
}

function rowsOf(page: string, results: readonly Result[]): Single[] {
  const middle = (figures: number[], digits: number) => Number(median(figures).toFixed(digits))
  const scores = SCORES.map(([name, budget]) => ({
    name: `${page}: ${name}, points below 100`,
    value: middle(
      results.map(({ categories }) => 100 - 100 * (categories[name]?.score ?? 0)),
      0,
    ),
    unit: 'points',
    budget,
  }))
  const times = TIMED.map(([name, unit, budget, digits]) => ({
    name: `${page}: ${name.replaceAll('-', ' ')}`,
    value: middle(
      results.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN),
      digits,
    ),
    unit,
    budget,
  }))
  return [...scores, ...times]
}

/** Measures the public pages on a phone with Lighthouse. Returns medians of five visits. */
export async function measureLighthouse(now: Date): Promise<Single[]> {
  const lighthouse = await findLighthouse()
  const clinic = await openBenchClinic({ clients: 0 }, now)
  const app = await startOn(clinic)
  try {
    const measure = async (name: string, path: string) => {
      const results: Result[] = []
      for (let i = 0; i < TIMES; i++) results.push(await visit(lighthouse, app.url + path))
      return rowsOf(name, results)
    }
    const rows: Single[] = []
    for (const [name, path] of PAGES) rows.push(...(await measure(name, path)))
    await publishOwnPictures(app)
    rows.push(...(await measure("landing with the clinic's own pictures", '/')))
    const team = clinic.db.selectFrom('resources').select('id').where('kind', '=', 'practitioner').limit(2)
    await publishFreshClinic(
      app,
      (await team.execute()).map(({ id }) => id),
    )
    return [...rows, ...(await measure('landing of a new clinic with one picture and two people', '/'))]
  } finally {
    await app.stop()
    await clinic.close()
  }
}
