import type { Browser, BrowserContext, Page } from '@playwright/test'
import { sql } from 'kysely'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { TOKEN_COOKIE } from '#server/lib/http/authorize.ts'
import { addDays, type CivilDate } from '#shared/lib/manila-time.ts'
import type { BenchClinic } from '../bench-clinic.ts'
import type { Single } from '../report.ts'
import { median, slowedPage } from './open-browser.ts'

const COLUMNS = 20
const VISITS = 300
const WIDTH = 1440
/** The measured day is this many days ahead, after the last visit of the sample data. */
const DAYS_AHEAD = 50
const TIMES = 5

/** Fills a day: twenty practitioners with fifteen visits each from eight in the morning, all in rooms. */
async function fillDay(db: Database, date: CivilDate): Promise<void> {
  // Moves the sample's practitioners and rooms to the end of the board, so that the columns of the measured ones are
  // visible.
  await sql`update resources set position = position + 1000`.execute(db)
  await sql`insert into resources (id, branch_id, kind, name, title, position)
    select gen_random_uuid(), ${MAIN_BRANCH_ID}::uuid, 'practitioner', 'Board ' || n, 'Aesthetician', 100 + n
    from generate_series(1, ${COLUMNS}::int) n
    union all select gen_random_uuid(), ${MAIN_BRANCH_ID}::uuid, 'room', 'Board room ' || n, '', 200 + n
    from generate_series(1, ${COLUMNS}::int) n`.execute(db)
  await sql`with planned as (
      select gen_random_uuid() as id, n, n % ${COLUMNS}::int + 1 as place,
        (${date}::date + interval '8 hours' + n / ${COLUMNS}::int * interval '1 hour' + n % 2 * interval '30 minutes')
          at time zone 'Asia/Manila' as starts_at,
        (array[30, 45, 60])[1 + n % 3] * interval '1 minute' as length
      from generate_series(0, ${VISITS}::int - 1) n
    ), rows as (
      select p.*, c.id as client_id, s.id as service_id, s.treatment_id, person.id as person_id, room.id as room_id
      from planned p
      join (select id, row_number() over (order by id) - 1 as n from clients) c on c.n = p.n
      join (select id, treatment_id, row_number() over (order by id) - 1 as n from services where deleted_at is null) s
        on s.n = p.n % 10
      join resources person on person.name = 'Board ' || place
      join resources room on room.name = 'Board room ' || place
    ), added as (
      insert into appointments (id, branch_id, client_id, treatment_id, service_id, practitioner_id, starts_at, ends_at,
        status, created_by, created_at, updated_at)
      select id, ${MAIN_BRANCH_ID}::uuid, client_id, treatment_id, service_id, person_id, starts_at, starts_at + length,
        (array['confirmed', 'pending', 'resched'])[1 + n % 3], (select id from users where role = 'cashier' limit 1),
        starts_at - interval '30 days', starts_at - interval '30 days'
      from rows
    )
    insert into resource_slots (resource_id, slot_at, appointment_id)
    select r.resource, slot_at, id
    from rows, unnest(array[person_id, room_id]) r (resource),
      generate_series(starts_at, starts_at + length - interval '15 minutes', interval '15 minutes') slot_at`.execute(db)
}

type Watched = { visitsInSight: () => number }

/** Runs in the page: counts visible visits on the board. */
function countInSight(): void {
  const visitsInSight = () => {
    const box = document.querySelector('[data-board-scroll]')?.getBoundingClientRect()
    if (!box) return 0
    return [...document.querySelectorAll('[data-visit]')].filter((visit) => {
      const { left, right, top, bottom } = visit.getBoundingClientRect()
      return right > box.left && left < box.right && bottom > box.top && top < Math.min(box.bottom, innerHeight)
    }).length
  }
  Object.assign(globalThis, { visitsInSight })
}

const inSight = (page: Page): Promise<number> => page.evaluate(() => (globalThis as unknown as Watched).visitsInSight())

/** Clicks a button and returns the milliseconds until other columns with this number of visits are painted. */
const paint = (page: Page, button: string, visits: number): Promise<number> =>
  page.evaluate(
    ([label, count]) => {
      const { visitsInSight } = globalThis as unknown as Watched
      const pressed = [...document.querySelectorAll<HTMLElement>('button, [role=radio]')].find(
        (one) => (one.getAttribute('aria-label') ?? one.textContent) === label,
      )
      if (!pressed) throw new Error(`The page has no button ${label}.`)
      const firstColumn = () => document.querySelector<HTMLElement>('[data-column]')?.dataset['column']
      const before = document.querySelector('[data-visit]') === null ? 'an empty board' : firstColumn()
      const start = performance.now()
      pressed.click()
      return new Promise<number>((resolve) => {
        const look = () => {
          const isThere = firstColumn() !== before && visitsInSight() >= count
          if (!isThere) return requestAnimationFrame(look)
          // The measurement ends when the next frame begins, because the current frame has been painted by then.
          return requestAnimationFrame(() => resolve(performance.now() - start))
        }
        requestAnimationFrame(look)
      })
    },
    [button, visits] as const,
  )

const whole = (page: Page) =>
  page.waitForFunction((count) => document.querySelectorAll('[data-visit]').length === count, VISITS)

/** Records when the browser begins each frame. */
function watchFrames(): void {
  const stamps: number[] = []
  const watched = { stamps, isOn: true }
  Object.assign(globalThis, { framesOfBench: watched })
  const tick = (at: number) => {
    stamps.push(at)
    if (watched.isOn) requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
}

function frames(): number[] {
  const { framesOfBench: watched } = globalThis as unknown as { framesOfBench: { stamps: number[]; isOn: boolean } }
  watched.isOn = false
  return watched.stamps.slice(1).map((at, n) => at - watched.stamps[n]!)
}

/** Drags a visit over visible columns and hours, back and forth, and puts it back; returns milliseconds per frame. */
async function drag(page: Page): Promise<number[]> {
  const visit = (await page.locator('[data-visit]').nth(2).boundingBox())!
  await page.mouse.move(visit.x + 20, visit.y + 8)
  await page.mouse.down()
  await page.mouse.move(visit.x + 40, visit.y + 30, { steps: 5 })
  await page.evaluate(watchFrames)
  for (const [x, y] of [
    [1_200, 300],
    [300, 760],
    [1_100, 780],
    [260, 320],
  ] as const)
    await page.mouse.move(x, y, { steps: 60 })
  const measured = await page.evaluate(frames)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return measured
}

type Opened = { first: number; next: number; again: number; frames: number[] }

type Sights = { byPerson: number; byRoom: number }

const atDesk = async (page: Page, url: string, date: CivilDate) => {
  await page.goto(`${url}/cashier/appointments?view=month&date=${date}`)
  await page.getByRole('radio', { name: 'Board' }).waitFor()
  await page.waitForLoadState('networkidle')
  // Waits until prefetching has finished, as if somebody had looked at the page for a moment.
  await page.waitForFunction(() =>
    ['/assets/day-board-', '/day-board?'].every((part) =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    ),
  )
}

/**
 * Opens the complete board once and counts its visible visits. Each measurement ends when this number of visits is
 * visible.
 */
async function lookOnce(context: BrowserContext, url: string, date: CivilDate): Promise<Sights> {
  const page = await context.newPage()
  await atDesk(page, url, date)
  await page.getByText('Board', { exact: true }).click()
  await whole(page)
  const byPerson = await inSight(page)
  await page.getByText('By room', { exact: true }).click()
  await page.locator('[data-column]').first().waitFor()
  await whole(page)
  const byRoom = await inSight(page)
  await page.close()
  return { byPerson, byRoom }
}

type Opening = { url: string; date: CivilDate; sights: Sights; slowed: number }

/** Opens the board as people do: from the desk, back from the previous day, by room, by person, and with a drag. */
async function openBoard(context: BrowserContext, opening: Opening): Promise<Opened> {
  const { url, date, slowed } = opening
  const { byPerson, byRoom } = opening.sights
  const page = await slowedPage(context, false, slowed)
  await atDesk(page, url, date)
  const first = await paint(page, 'Board', byPerson)
  await whole(page)
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await page.locator('[data-column]').first().waitFor()
  const next = await paint(page, 'Next', byPerson)
  await paint(page, 'By room', byRoom)
  await whole(page)
  const again = await paint(page, 'By person', byPerson)
  await whole(page)
  const measured = await drag(page)
  await page.close()
  return { first, next, again, frames: measured }
}

const middle = (figures: readonly number[]) => Math.round(median(figures))
const rounded = (ms: number) => Math.round(ms * 10) / 10

const BOARD = `day board, ${COLUMNS} columns and ${VISITS} visits`
const SLOWED = ', processor slowed four times'
/** Measures at full speed and with a processor slowed four times. Drags are reported only for the slowed processor. */
const PROCESSORS = [
  { slowed: 1, words: '' },
  { slowed: 4, words: SLOWED },
]

const paintsOf = (opened: readonly Opened[], words: string): Single[] =>
  (
    [
      ['opened from the desk', 'first'],
      ['returning from the previous day', 'next'],
      ['switching from rooms to practitioners', 'again'],
    ] as const
  ).map(([what, key]) => ({
    name: `${BOARD}: ${what}${words}`,
    value: middle(opened.map((one) => one[key])),
    unit: 'ms',
    budget: 300,
  }))

/** Measures a board of 20 columns and 300 visits: time to open, and frames while dragging. */
export async function measureBoard(
  browser: Browser,
  url: string,
  token: string,
  clinic: BenchClinic,
): Promise<Single[]> {
  const date = addDays(clinic.today, DAYS_AHEAD)
  await fillDay(clinic.db, date)
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 900 } })
  await context.addCookies([{ name: TOKEN_COOKIE, value: token, url }])
  await context.addInitScript(countInSight)
  const sights = await lookOnce(context, url, date)
  const paints: Single[] = []
  let drawn: number[] = []
  for (const { slowed, words } of PROCESSORS) {
    const opened: Opened[] = []
    for (let i = 0; i < TIMES; i++) opened.push(await openBoard(context, { url, date, sights, slowed }))
    paints.push(...paintsOf(opened, words))
    drawn = opened.flatMap((one) => one.frames).toSorted((a, b) => a - b)
  }
  await context.close()
  return [
    ...paints,
    {
      name: `${BOARD}: median frame of a drag${SLOWED}`,
      value: rounded(median(drawn)),
      unit: 'ms',
      budget: 17,
    },
    {
      name: `${BOARD}: 95th percentile of the frames of a drag${SLOWED}`,
      value: rounded(drawn[Math.floor(drawn.length * 0.95)]!),
      unit: 'ms',
      budget: 34,
    },
  ]
}
