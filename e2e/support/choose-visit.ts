import type { Page } from '@playwright/test'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { expect } from '../fixtures.ts'
import { chooseDay } from './choose-day.ts'

/** Opens the booking and chooses a facial of the sample clinic and a day; the times of it are shown. */
export async function chooseVisit(page: Page, day: CivilDate): Promise<void> {
  await page.goto('/BookAppointment')
  await page.getByRole('button', { name: /^Signature Facials/ }).click()
  await page.getByRole('button', { name: /^Hydra Glow Facial/ }).click()
  await chooseDay(page, day)
  await expect(page.getByRole('heading', { name: 'Choose Your Time' })).toBeVisible()
}
