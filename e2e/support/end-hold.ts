import { type Page, expect } from '@playwright/test'
import { availabilityMessages } from '#shared/appointments/messages.ts'

/** Ends the slot reservation on the server without the page noticing, as when a tab sleeps for ten minutes. */
export async function endHold(page: Page): Promise<void> {
  await expect(page.getByRole('timer', { name: availabilityMessages.leftLabel })).toBeVisible()
  const status = await page.evaluate(async () => {
    const token = /(?:^|; )csrf_token=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    return (await fetch('/api/holds', { method: 'DELETE', headers: { 'x-csrf-token': token } })).status
  })
  expect(status).toBe(200)
}
