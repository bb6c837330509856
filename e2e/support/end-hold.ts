import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { availabilityMessages } from '#shared/appointments/availability-messages.ts'

/** The chosen time of a page is held no longer, and the page does not know: as when ten minutes pass in a sleeping tab. */
export async function endHold(page: Page): Promise<void> {
  await expect(page.getByRole('timer', { name: availabilityMessages.leftLabel })).toBeVisible()
  const status = await page.evaluate(async () => {
    const token = /(?:^|; )csrf_token=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    return (await fetch('/api/holds', { method: 'DELETE', headers: { 'x-csrf-token': token } })).status
  })
  expect(status).toBe(200)
}
