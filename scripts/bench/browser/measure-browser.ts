import { appointmentsContract } from '#shared/appointments/contract.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { addDays, addMonths, startOfMonth } from '#shared/lib/manila-time.ts'
import { openBenchClinic, sessionsOf, type BenchClinic } from '../bench-clinic.ts'
import { startOn, tokenOf, type AppProcess } from '../app-process.ts'
import type { Single } from '../report.ts'
import { measureCalendar } from './calendar-months.ts'
import { measureBoard } from './day-board.ts'
import { openBrowser } from './open-browser.ts'
import { measurePageLoads } from './page-loads.ts'
import { measureTillTaps } from './till-taps.ts'

/** Books half hours of next month until it has a thousand appointments; returns how many were booked. */
async function fillNextMonth(clinic: BenchClinic, app: AppProcess): Promise<number> {
  const first = startOfMonth(addMonths(clinic.today, 1))
  const nextSession = await sessionsOf(clinic, 'cashier@mutya.test', 200)
  let booked = 0
  for (let day = 0; day < 31 && booked < 1_000; day++) {
    const answers = await Promise.all(
      SLOT_TIMES.map((time, n) => {
        const client = clinic.clients[(day * 33 + n) % clinic.clients.length]!
        const service = clinic.services[n % clinic.services.length]!
        return fetch(app.url + appointmentsContract.book.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${nextSession()}` },
          body: JSON.stringify({
            user_id: client.user_id,
            appointment_date: addDays(first, day),
            appointment_time: time,
            treatment_id: service.treatment_id,
            service_id: service.id,
          }),
        })
      }),
    )
    // The server rejects occupied times and times on a holiday, so only successful bookings count.
    booked += answers.filter((answer) => answer.status === 201).length
  }
  return booked
}

/** Measures public pages, till and calendar in Chromium on the sample clinic. */
export async function measureInBrowser(now: Date): Promise<Single[]> {
  const clinic = await openBenchClinic({ clients: 0 }, now)
  const app = await startOn(clinic)
  const browser = await openBrowser()
  try {
    const admin = await tokenOf(app, 'admin@mutya.test')
    const cashier = await tokenOf(app, 'cashier@mutya.test')
    const booked = await fillNextMonth(clinic, app)
    return [
      ...(await measurePageLoads(browser, app.url)),
      ...(await measureTillTaps(browser, app.url, cashier)),
      ...(await measureCalendar(browser, app.url, admin, booked)),
    ]
  } finally {
    await browser.close()
    await app.stop()
    await clinic.close()
  }
}

/**
 * Measures the day board in a clinic that has only the sample data, without the records added for other measurements.
 */
export async function measureBoardAlone(now: Date): Promise<Single[]> {
  const clinic = await openBenchClinic({ clients: 0 }, now)
  const app = await startOn(clinic)
  const browser = await openBrowser()
  try {
    return await measureBoard(browser, app.url, await tokenOf(app, 'cashier@mutya.test'), clinic)
  } finally {
    await browser.close()
    await app.stop()
    await clinic.close()
  }
}
