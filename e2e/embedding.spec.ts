import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, FrameLocator, Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { embeddingContract } from '#shared/website/embedding-contract.ts'
import { axeOn, expect, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { chooseDay } from './support/choose-day.ts'
import { PASSWORD } from './support/clinic-api.ts'
import { freeDay } from './support/free-day.ts'

const servers: Server[] = []
test.afterAll(() => servers.forEach((server) => server.close()))

/**
 * Starts a website on a different host than the clinic's. The website shows the booking page in a frame. Returns the
 * origin of the website.
 */
async function startOtherWebsite(clinic: RunningClinic): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><head><title>Perlas</title></head><body style="margin:0"><main><h1>Perlas</h1>` +
        `<iframe src="${clinic.url}/booking-frame" title="Book" style="width:100%;height:700px;border:0"></iframe>` +
        `</main></body></html>`,
    )
  })
  servers.push(server)
  await new Promise<void>((started) => server.listen(0, started))
  // A browser treats all ports of one host as one site, with shared cookies, so the other website needs another host.
  const host = new URL(clinic.url).hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  return `http://${host}:${(server.address() as AddressInfo).port}`
}

const nameHosts = (clinic: RunningClinic, hosts: string[]) =>
  clinic.call(clinic.admin)(embeddingContract.save, { body: { hosts } })

const frameOf = (page: Page) => page.frameLocator('iframe')

async function chooseTime(frame: FrameLocator, clinic: RunningClinic, time: string): Promise<string> {
  const day = await freeDay(clinic, 20)
  await frame.getByRole('button', { name: /^Signature Facials/ }).click()
  await frame.getByRole('button', { name: /^Hydra Glow Facial/ }).click()
  await chooseDay(frame, day)
  await frame.getByRole('button', { name: time }).click()
  await expect(frame.getByRole('timer', { name: 'Time left' })).toBeVisible()
  return day
}

/**
 * Returns the violations of WCAG 2.2 AA inside a frame, which axe does not report when it checks the page around it.
 */
async function violationsIn(page: Page, frame: Frame): Promise<string[]> {
  await axeOn(page)
  return frame.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' … ')}`)
  })
}

test('on a website allowed by the clinic, a visitor chooses a visit in the embedded booking page, and logs in and books in a new window without choosing again', async ({
  openAs,
  clinic,
}) => {
  const website = await startOtherWebsite(clinic)
  await nameHosts(clinic, [website])
  const page = await openAs('anonymous', { viewport: { width: 390, height: 844 } })
  await page.goto(website)
  const frame = frameOf(page)
  await expect(frame.getByRole('heading', { name: 'Choose Your Treatment' })).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Back to Home' })).toHaveCount(0)
  const day = await chooseTime(frame, clinic, '10:30 AM')
  const content = page.frames().find((each) => each.url().endsWith('/booking-frame'))!
  expect(await violationsIn(page, content)).toEqual([])
  for (const width of [320, 1200]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(page)
    expect(await content.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  // The frame has no cookies, but the time that it reserved stays reserved.
  expect(await page.context().cookies(clinic.url)).toEqual([])

  const opened = page.context().waitForEvent('page')
  await frame.getByRole('link', { name: /^Continue/ }).click()
  const window = await opened
  await expect(frame.getByRole('heading', { name: 'Your booking continues in the new window.' })).toBeVisible()
  const dialog = window.getByRole('dialog', { name: 'Confirm Your Booking' })
  await expect(dialog).toContainText('Hydra Glow Facial')
  await expect(dialog).toContainText('10:30 AM')
  // Leaving the page around the frame does not release the reserved time.
  await page.goto('about:blank')
  await dialog.getByRole('link', { name: 'I have an account' }).click()
  const form = window.getByRole('form', { name: 'Log in' })
  await form.getByLabel('Email').fill(clinic.client.email)
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Log in' }).click()
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(window.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
  const mine = await clinic.call(clinic.client)(appointmentsContract.mine, { querystring: { group: 'upcoming' } })
  expect(mine.appointments).toMatchObject([{ appointment_date: day, appointment_time: '10:30' }])
})

test('a website that the clinic has not allowed cannot embed the booking page, and the embedded page treats a logged-in client as logged out', async ({
  openAs,
  clinic,
  expected,
}) => {
  expected.push(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/)
  const [named, other] = [await startOtherWebsite(clinic), await startOtherWebsite(clinic)]
  await nameHosts(clinic, [named])
  const page = await openAs('client')
  await page.goto(other)
  await expect(frameOf(page).getByRole('heading', { name: 'Choose Your Treatment' })).toHaveCount(0)
  const cookies: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${clinic.url}/api/`)) cookies.push(request.headers()['cookie'])
  })
  await page.goto(named)
  await chooseTime(frameOf(page), clinic, '11:30 AM')
  await expect(frameOf(page).getByRole('link', { name: 'Log in or create an account' })).toBeVisible()
  expect(cookies.length).toBeGreaterThan(3)
  expect(cookies.filter((cookie) => cookie !== undefined)).toEqual([])
})
