import type { Locator } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { chartsContract } from '#shared/charts/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { treatmentNotesContract } from '#shared/treatment-notes/contract.ts'
import { emptyNote, toSentContent } from '#shared/treatment-notes/note.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { anyService } from './support/book-visit.ts'
import { TODAY } from './support/clock.ts'
import { countPresses } from './support/count-presses.ts'
import { newClient } from './support/new-client.ts'
import { newPractitioner } from './support/new-practitioner.ts'

const PHONE = { width: 390, height: 844 }

test('a practitioner manages the day’s visits on a phone and has no other pages', async ({ openAs, clinic }) => {
  const admin = clinic.call(clinic.admin)
  const service = await anyService(admin)
  const person = await newPractitioner(admin, { name: 'Dra. Bianca Reyes', services: [service.service_id] })
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

  const page = await openAs({ email: person.email }, { viewport: PHONE })
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

test('on My day, a practitioner copies the client’s last treatment note and signs the copy with four taps; a search for the batch in the note finds the client', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  await admin(chartsContract.saveSettings, { body: { is_on: true, is_open_to_practitioners: false } })
  const service = await anyService(admin)
  const practitioner = await newPractitioner(admin, { name: 'Dra. Note Reyes', services: [service.service_id] })
  const client = await newClient(clinic, `Nadia ${crypto.randomUUID().slice(0, 8)}`)
  const book = async (appointment_time: string) =>
    (
      await clinic.call(clinic.cashier)(appointmentsContract.book, {
        body: {
          ...service,
          user_id: client.id,
          appointment_date: TODAY,
          appointment_time,
          practitioner_id: practitioner.id,
          status: 'confirmed',
        },
      })
    ).data.appointment_id
  const [first, second] = [await book('18:30:00'), await book('19:30:00')]
  const { data: found } = await admin(clientsContract.contacts, { querystring: { search: client.name } })
  const params = { clientId: found[0]!.client_id, appointmentId: first }
  const { data: workspace } = await admin(treatmentNotesContract.open, { params })
  const batch = `B-${crypto.randomUUID().slice(0, 6)}`
  const product = {
    id: 'p',
    name: 'Peel gel',
    product_id: null,
    amount: 2,
    unit: 'mL',
    expires_on: '2030-01-31',
    area: '',
  }
  const body = {
    save_id: crypto.randomUUID(),
    base_version: 0,
    template_key: workspace.suggested_template,
    content: toSentContent({ ...emptyNote, text: 'Calm.', products: [{ ...product, batch }] }),
  }
  await admin(treatmentNotesContract.save, { params, body })

  const page = await openAs({ email: practitioner.email }, { viewport: { width: 820, height: 1180 }, hasTouch: true })
  await page.goto('/my-day')
  const visit = page.getByRole('listitem').filter({ hasText: '7:30 PM' })
  await expectAccessible(page)
  const presses = await countPresses(page)
  await visit.getByRole('link', { name: `Write note for ${client.name}` }).click()
  const sameAsLast = page.getByRole('button', { name: new RegExp(batch) })
  await expect(sameAsLast).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await sameAsLast.click()
  await page.getByRole('button', { name: 'Sign off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign off' }).click()
  await expect(page.getByText('Signed off', { exact: true })).toBeVisible()
  expect(presses.clicks).toBe(4)
  await expectAccessible(page)
  const { data: signed } = await admin(treatmentNotesContract.open, { params: { ...params, appointmentId: second } })
  expect(signed.note).toMatchObject({ signed: { by: practitioner.name }, content: { text: '', products: [{ batch }] } })

  const owner = await openAs('admin', { hasTouch: true })
  const fits = async (shown: Locator) => {
    for (const [width, theme] of [
      [390, 'light'],
      [820, 'dark'],
      [1440, 'light'],
    ] as const) {
      await owner.setViewportSize({ width, height: 1000 })
      await owner.evaluate((chosen) => {
        localStorage.setItem('mutya.theme', chosen)
        window.dispatchEvent(new StorageEvent('storage', { key: 'mutya.theme' }))
      }, theme)
      await expect(owner.locator('html[data-theme=dark]')).toHaveCount(theme === 'dark' ? 1 : 0)
      await expect(shown).toBeVisible()
      await expectAccessible(owner)
      await expectNoSidewaysScroll(owner)
    }
  }
  await owner.goto('/settings/batch-recall')
  await owner.getByRole('button', { name: `Show the clients of batch ${batch}` }).click()
  await fits(owner.getByText(client.name).first())
  await owner.goto('/settings/note-templates')
  await owner.getByRole('button', { name: 'Edit Toxin' }).click()
  await fits(owner.getByRole('dialog', { name: 'Edit Template' }))
})
