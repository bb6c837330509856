import { appointmentsContract } from '#shared/appointments/contract.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { addTreatment } from './support/clinic-api.ts'
import { TODAY } from './support/clock.ts'
import { freeDay } from './support/free-day.ts'

test('a client books two services in one visit, and sees both in the profile', async ({ openAs, clinic }) => {
  const mark = crypto.randomUUID().slice(0, 4)
  const admin = clinic.call(clinic.admin)
  const drips = { name: `Drips ${mark}`, services: [[`Glow Drip ${mark}`, 900]] as [string, number][], addOns: [] }
  const facials = { name: `Faces ${mark}`, services: [[`Deep Facial ${mark}`, 600]] as [string, number][], addOns: [] }
  const [drip = ''] = await addTreatment(admin, drips)
  const [facial = ''] = await addTreatment(admin, facials)
  const day = await freeDay(clinic, 15)

  const page = await openAs('client', { viewport: { width: 390, height: 844 } })
  await page.goto('/BookAppointment')
  await page.getByRole('button', { name: drips.name }).click()
  await page.getByRole('button', { name: new RegExp(`^Glow Drip ${mark}`) }).click()
  await page.getByRole('button', { name: 'Add another service' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Treatment' })).toBeVisible()
  const services = page.getByRole('region', { name: 'Services of this visit' })
  await expect(services).toContainText(`Glow Drip ${mark}`)
  // A user who changes their mind can continue with one service.
  await services.getByRole('button', { name: 'Done adding' }).click()
  await page.getByRole('button', { name: 'Add another service' }).click()
  await page.getByRole('button', { name: facials.name }).click()
  await page.getByRole('button', { name: new RegExp(`^Deep Facial ${mark}`) }).click()
  await expect(page.getByRole('heading', { name: 'Select Your Date' })).toBeVisible()
  await expect(services.getByRole('status')).toHaveText('60 min · ₱1,500')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // A reload keeps the chosen services.
  await page.reload()
  await expect(services.getByRole('status')).toHaveText('60 min · ₱1,500')
  const months = (Number(day.slice(5, 7)) - Number(TODAY.slice(5, 7)) + 12) % 12
  for (let turn = 0; turn < months; turn++) await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: formatLongDate(day), exact: true }).click()
  await page.getByRole('button', { name: '9:00 AM', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Glow Drip ${mark} + Deep Facial ${mark}`)
  await expect(dialog).toContainText('₱1,500')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`Glow Drip ${mark} + Deep Facial ${mark}`)

  const { appointments } = await admin(appointmentsContract.list, {
    querystring: { scope: 'range', from: day, to: day, per_page: 100 },
  })
  const visit = appointments.find(({ service_id }) => service_id === drip)!
  expect(visit).toMatchObject({ duration_minutes: 60, further_services: [{ service_id: facial }] })
  await page.getByRole('link', { name: 'See my appointments' }).click()
  await expect(page.getByText(`Glow Drip ${mark} + Deep Facial ${mark}`).first()).toBeVisible()
})
