import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { expect, type RunningClinic } from '../fixtures.ts'
import { anyService } from './book-visit.ts'
import type { NewClient } from './new-client.ts'

/** Books a visit as the client, from a phone, and returns its id. */
export async function bookOwn(
  clinic: RunningClinic,
  client: NewClient,
  date: CivilDate,
  time: CivilTime,
): Promise<string> {
  const own = clinic.call(client)
  const body = { ...(await anyService(own)), appointment_date: date, appointment_time: time }
  return (await own(appointmentsContract.book, { body })).data.appointment_id
}

export const bell = (page: Page) =>
  page.getByRole('button', { name: /requests? (is|are) waiting|No requests are waiting/ })
export const notices = (page: Page) => page.getByRole('region', { name: 'Needs your attention' })
export const notice = (page: Page, title: string) => notices(page).getByRole('group', { name: title, exact: true })
export const queue = (page: Page) => page.getByRole('table', { name: 'Requests' })

/**
 * Opens a page and waits until its event stream is connected. The page would show earlier events only up to a minute
 * later.
 */
export async function openListening(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((answer) => answer.url().endsWith('/api/events'))
  await page.goto(path)
  await stream
  await expect(bell(page)).toBeVisible()
}
