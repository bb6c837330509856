import type { Browser, Page } from '@playwright/test'
import type { Single } from '../report.ts'
import { median, slowedPage } from './open-browser.ts'

type Load = { lcp: number; cls: number; tbt: number }

/** Records the largest paint, the layout shifts and the long tasks of a page from its start. */
function watch(): void {
  const seen = { lcp: 0, cls: 0, tasks: [] as { start: number; ms: number }[] }
  Object.assign(globalThis, { seenByBench: seen })
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime))
  observe('layout-shift', (entry) => (seen.cls += (entry as PerformanceEntry & { value: number }).value))
  observe('longtask', (entry) => seen.tasks.push({ start: entry.startTime, ms: entry.duration }))
}

/**
 * Returns the recorded figures. The blocking time (`tbt`) is the sum of what each task after the first paint takes
 * beyond 50 ms.
 */
function report(): Load {
  const { seenByBench: seen } = globalThis as unknown as {
    seenByBench: Omit<Load, 'tbt'> & { tasks: { start: number; ms: number }[] }
  }
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  const tbt = seen.tasks
    .filter((task) => task.start + task.ms > painted)
    .reduce((total, task) => total + Math.max(0, Math.min(task.ms, task.start + task.ms - painted) - 50), 0)
  return { lcp: seen.lcp, cls: seen.cls, tbt }
}

async function load(page: Page, url: string): Promise<Load> {
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'networkidle' })
  return page.evaluate(report)
}

async function loadsOf(browser: Browser, url: string, times: number): Promise<Load[]> {
  const loads: Load[] = []
  for (let i = 0; i < times; i++) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 3,
      isMobile: true,
      hasTouch: true,
    })
    loads.push(await load(await slowedPage(context, true), url))
    await context.close()
  }
  return loads
}

/** Measures the public pages on a phone with a slow connection and CPU. Returns medians of five first visits. */
export async function measurePageLoads(browser: Browser, url: string): Promise<Single[]> {
  const singles: Single[] = []
  for (const [name, path] of [
    ['landing', '/'],
    ['booking', '/BookAppointment'],
    ['log-in', '/login'],
  ] as const) {
    const loads = await loadsOf(browser, url + path, 5)
    const of = (key: keyof Load, digits = 0) => Number(median(loads.map((one) => one[key])).toFixed(digits))
    singles.push(
      { name: `${name}: largest contentful paint`, value: of('lcp'), unit: 'ms', budget: 2_000 },
      { name: `${name}: layout shift`, value: of('cls', 3), unit: '', budget: 0.02 },
      { name: `${name}: total blocking time`, value: of('tbt'), unit: 'ms', budget: 100 },
    )
  }
  return singles
}
