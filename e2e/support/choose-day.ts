import type { Page } from '@playwright/test'
import { formatLongDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { expect } from '../fixtures.ts'
import { TODAY } from './clock.ts'

/** Turns the booking calendar to the month of a day and chooses the day. */
export async function chooseDay(page: Pick<Page, 'getByRole'>, day: CivilDate): Promise<void> {
  await expect(page.getByRole('grid')).toBeVisible()
  const months = Number(day.slice(5, 7)) - Number(TODAY.slice(5, 7))
  for (let turn = 0; turn < (months + 12) % 12; turn++) await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: formatLongDate(day), exact: true }).click()
}
