import { appointmentsContract } from '#shared/appointments/contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { callerOf, PASSWORD } from './support/clinic-api.ts'

import { startClinic } from './support/clinic-process.ts'

test('an owner goes from the set-up over hours, services and people to a clinic that can be booked', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const clinic = await startClinic()
  const context = await browser.newContext({ baseURL: clinic.url, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto('/setup')
  const fill = (label: string | RegExp, text: string) => page.getByRole('textbox', { name: label }).first().fill(text)
  await fill('One-time code', clinic.setupCode!)
  await fill('Clinic name', 'Perlas Clinic')
  await fill('Address', '12 Scout Street, Quezon City')
  await fill('Phone', '+63 2 8555 0100')
  await fill('Clinic email', 'hello@clinic.test')
  await fill('Full Name', 'Isabel Reyes')
  await fill(/^Email/, 'admin@clinic.test')
  await fill(/^Password/, PASSWORD)
  await page.getByRole('button', { name: 'Open the clinic' }).click()
  await page.getByRole('link', { name: 'Show me the steps' }).click()

  await page.getByRole('combobox', { name: 'Monday: last appointment' }).click()
  await page.getByRole('option', { name: '5:00 PM' }).click()
  await page.getByRole('button', { name: 'Use the hours of Monday for all days' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('checkbox', { name: 'Classic Facial' }).click()
  await page.getByRole('checkbox', { name: 'Diamond Peel' }).click()
  await page.getByRole('textbox', { name: 'Price of Diamond Peel' }).fill('1350')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Add 2 services' }).click()

  await page.getByRole('button', { name: 'Add Practitioner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Practitioner' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ana Reyes')
  await dialog.getByRole('button', { name: 'Choose all services' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ana Reyes' })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'The clinic can be booked.' })).toBeVisible()
  await expectAccessible(page)

  const visitor = await (await browser.newContext({ baseURL: clinic.url })).newPage()
  await visitor.goto('/BookAppointment')
  await visitor
    .getByRole('radio', { name: /Facials/ })
    .or(visitor.getByRole('button', { name: /Facials/ }))
    .first()
    .click()
  await expect(visitor.getByText('Diamond Peel')).toBeVisible()
  await expect(visitor.getByText('₱1,350')).toBeVisible()
  const { token } = await callerOf(clinic.url, null)(authContract.login, {
    body: { email: 'admin@clinic.test', password: PASSWORD },
  })
  const owner = callerOf(clinic.url, token)
  const { data: client } = await owner(clientsContract.create, { body: { name: 'Liza Soriano' } })
  const { data: services } = await owner(catalogueContract.services, { querystring: { search: 'diamond' } })
  const { id: service_id, treatment_id } = services[0]!
  const visit = {
    treatment_id,
    service_id,
    appointment_date: addDays(manilaDate(new Date()), 3),
    appointment_time: '10:00:00',
  }
  const booked = await owner(appointmentsContract.book, { body: { ...visit, user_id: client.user_id } })
  expect(booked.data.service_name).toBe('Diamond Peel')
  await clinic.stop()
})
