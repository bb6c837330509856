import type { Page } from '@playwright/test'
import { addDays } from '#shared/lib/manila-time.ts'
import { expect, test } from './fixtures.ts'
import { TODAY } from './support/clock.ts'
import { newClient } from './support/new-client.ts'
import { bell, bookOwn, notice, openListening, queue } from './support/requests-page.ts'

/** Counts the musical notes of the sound that the page plays. */
const countNotes = (page: Page) =>
  page.addInitScript(() => {
    const scope = globalThis as typeof globalThis & { notes: number }
    scope.notes = 0
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...args) {
      scope.notes++
      start.apply(this, args)
    }
  })
const notes = (page: Page) => page.evaluate(() => (globalThis as typeof globalThis & { notes: number }).notes)

test('the arrival sound plays only after a user switches it on, and still after a reload', async ({
  openAs,
  clinic,
}) => {
  const date = addDays(TODAY, 20)
  const desk = await openAs('cashier')
  await countNotes(desk)
  await openListening(desk, '/cashier/clients')
  const client = await newClient(clinic, 'Nilo Jacinto')
  await bookOwn(clinic, client, date, '09:00:00')
  await expect(notice(desk, 'New request')).toBeVisible()
  await notice(desk, 'New request').getByRole('button', { name: 'Show' }).click()
  const sound = desk.getByRole('switch', { name: 'Sound when a request arrives' })
  await expect(sound).not.toBeChecked()
  expect(await notes(desk)).toBe(0)
  await sound.click()
  // Waits for two musical notes, because one arrival sound consists of two.
  await expect.poll(() => notes(desk)).toBe(2)
  await openListening(desk, '/cashier/transactions')
  expect(await notes(desk)).toBe(0)
  await desk.getByRole('heading', { level: 1 }).click()
  await bookOwn(clinic, client, date, '10:00:00')
  await expect.poll(() => notes(desk)).toBe(2)
  await bell(desk).click()
  await sound.click()
  await bookOwn(clinic, client, date, '11:00:00')
  await expect(queue(desk)).toContainText('11:00 AM')
  expect(await notes(desk)).toBe(2)
})
