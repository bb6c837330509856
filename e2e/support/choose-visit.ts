import type { Page } from '@playwright/test'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { expect } from '../fixtures.ts'
import { chooseDay } from './choose-day.ts'

/** Opens the booking page and chooses a facial and a day, so that its times are shown. */
export async function chooseVisit(page: Page, day: CivilDate): Promise<void> {
  await page.goto('/BookAppointment')
  await page.getByRole('button', { name: /^Signature Facials/ }).click()
  await page.getByRole('button', { name: /^Hydra Glow Facial/ }).click()
  await chooseDay(page, day)
  await expect(page.getByRole('heading', { name: 'Choose Your Time' })).toBeVisible()
}
