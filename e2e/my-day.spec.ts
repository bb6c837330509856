import { appointmentsContract } from '#shared/appointments/contract.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { anyService } from './support/book-visit.ts'
import { PASSWORD } from './support/clinic-api.ts'
import { TODAY } from './support/clock.ts'
import { newClient } from './support/new-client.ts'

const PHONE = { width: 390, height: 844 }

test('an admin creates a log-in for a practitioner, who manages the day’s visits on a phone and has no other pages', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  const service = await anyService(admin)
  const name = `Dra. Reyes ${crypto.randomUUID().slice(0, 4)}`
  const { data: person } = await admin(resourcesContract.create, {
    body: {
      kind: 'practitioner',
      name,
      title: 'Dermatologist',
      colour: '',
      is_active: 'true',
      service_ids: JSON.stringify([service.service_id]),
      week: '[]',
    },
  })
  const client = await newClient(clinic, `Bianca ${crypto.randomUUID().slice(0, 8)}`)
  await clinic.call(clinic.cashier)(appointmentsContract.book, {
    body: {
      ...service,
      user_id: client.id,
      appointment_date: TODAY,
      appointment_time: '20:30:00',
      practitioner_id: person.id,
      status: 'confirmed',
    },
  })

  const users = await openAs('admin')
  await users.goto('/settings/users')
  await users.getByRole('button', { name: 'ADD USER' }).click()
  const form = users.getByRole('dialog', { name: 'Add User' })
  const email = `${crypto.randomUUID()}@practitioners.test`
  await form.getByRole('textbox', { name: 'Full Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await form.getByRole('combobox', { name: 'Role' }).click()
  await users.getByRole('option', { name: 'Practitioner' }).click()
  await form.getByRole('combobox', { name: 'Practitioner' }).click()
  await users.getByRole('option', { name }).click()
  await expectAccessible(users)
  await form.getByLabel(/^Password/).fill(PASSWORD)
  await form.getByRole('button', { name: 'ADD USER' }).click()
  await expect(users.getByText('User added successfully!')).toBeVisible()

  const page = await openAs({ email }, { viewport: PHONE })
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/my-day')
  await expect(page.getByRole('heading', { level: 1, name: 'My day' })).toBeVisible()
  const visit = page.getByRole('listitem').filter({ hasText: client.name })
  await expect(visit).toContainText('8:30 PM - 9:00 PM')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await visit.getByRole('button', { name: `ARRIVED: ${client.name}` }).click()
  await expect(visit).toContainText('Arrived: just now')
  await visit.getByRole('button', { name: `Start Treatment: ${client.name}` }).click()
  await visit.getByRole('button', { name: `End Treatment: ${client.name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Treatment' }).click()
  await expect(visit).toContainText('Completed')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(page.getByText('No visits on this day')).toBeVisible()
  await page.goto('/settings/Transactions')
  await expect(page.getByText('You do not have access to this page')).toBeVisible()
  await page.goto('/Profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
})
