import { appointmentsContract } from '#shared/appointments/contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { chooseDay } from './support/choose-day.ts'
import { addTreatment, PASSWORD } from './support/clinic-api.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { expectToast } from './support/toasts.ts'

const HELD = 'The clinic confirms your first visit. Until then we hold this time for 48 hours.'

test('a client unknown to the clinic reads before and after booking that the first visit is reserved for 48 hours, and has to call the clinic to book a second visit', async ({
  openAs,
  clinic,
}) => {
  const email = `${crypto.randomUUID()}@clients.test`
  const body = { name: 'Mayumi Unang Dalaw', email, password: PASSWORD }
  const { token } = await clinic.call(null)(authContract.register, { body })
  const day = await freeDay(clinic, 60)
  const page = await openAs({ email })
  await page.goto('/BookAppointment')
  const confirm = page.getByRole('dialog', { name: 'Confirm Your Booking' })
  const book = async (time: string) => {
    await page.getByRole('button', { name: /^Signature Facials/ }).click()
    await page.getByRole('button', { name: /^Hydra Glow Facial/ }).click()
    await chooseDay(page, day)
    await page.getByRole('button', { name: time }).click()
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(confirm).toContainText(HELD)
  }
  await book('10:30 AM')
  await expectAccessible(page)
  await confirm.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(HELD)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Book another appointment' }).click()
  await book('11:30 AM')
  await confirm.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(confirm.getByRole('alert')).toHaveText(
    'You can have one open booking until the clinic confirms your first visit. To book another now, please call the clinic: +63 2 8555 0100.',
  )
  await page.goto('/Profile')
  await expect(page.getByRole('region', { name: 'Upcoming' })).toContainText(
    /Reserved for you until .+, or until the clinic/,
  )

  const { appointments } = await clinic.call({ token })(appointmentsContract.mine, { querystring: {} })
  const params = { id: appointments[0]!.appointment_id }
  await clinic.call(clinic.cashier)(appointmentsContract.updateStatus, { params, body: { status: 'confirmed' } })
  await page.goto('/BookAppointment')
  await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(confirm).toBeVisible()
  await expect(confirm).not.toContainText(HELD)
  await confirm.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking has been received.' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(HELD)
})

test('all visits of a client are cancelled from the client’s page, which offers this only while the client has visits', async ({
  openAs,
  clinic,
}) => {
  const person = await newClient(clinic, 'Salome Kanselado')
  await bookVisit(clinic, person, await freeDay(clinic, 6), '21:00:00')
  const admin = clinic.call(clinic.admin)
  const { appointments } = await admin(appointmentsContract.list, { querystring: { search: 'Salome Kanselado' } })
  const page = await openAs('admin')
  await page.goto(`/clientPage/${appointments[0]!.client_id}`)
  const way = page.getByRole('button', { name: 'Cancel the open visit' })
  await way.click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Keep the visits' }).click()
  await expect(way).toBeFocused()
  await way.click()
  await dialog.getByRole('radio', { name: 'The clinic cannot do it' }).click()
  await dialog.getByRole('button', { name: 'Cancel 1 visit' }).click()
  await expectToast(page, '1 visit has been cancelled.')
  await expect(way).toHaveCount(0)
})

test('a treatment without services is listed in the wizard and at the till with a note that it has none; the wizard offers the other treatments, and Back to Home opens the landing page', async ({
  openAs,
  clinic,
}) => {
  const code = crypto.randomUUID().slice(0, 8)
  const admin = clinic.call(clinic.admin)
  const treatment_name = `Walang Serbisyo ${code}`
  const { data } = await admin(catalogueContract.createTreatment, { body: { treatment_name } })
  const offer = {
    name: `Body Contouring ${code}`,
    services: [['Slimming Wrap', 900]] as [string, number][],
    addOns: [],
  }
  const [service = ''] = await addTreatment(admin, offer)
  const wizard = await openAs('anonymous')
  await wizard.goto('/BookAppointment')
  const note = wizard.getByText('No services available for this treatment')
  await expect(wizard.getByRole('button', { name: offer.name })).toBeVisible()
  // The only service of the second treatment is deleted after the page was opened, as by staff during a booking.
  await admin(catalogueContract.deleteService, { params: { id: service }, body: {} })
  for (const name of [treatment_name, offer.name]) {
    await wizard.getByRole('button', { name }).click()
    await expect(note).toBeVisible()
    await wizard.getByRole('button', { name: 'Choose another treatment' }).click()
    await expect(wizard.getByRole('heading', { name: 'Choose Your Treatment' })).toBeVisible()
  }
  await wizard.getByRole('link', { name: 'Back to Home' }).click()
  await expect(wizard).toHaveURL('/')
  const till = await openAs('cashier')
  await till.goto('/cashier')
  await till.getByRole('tab', { name: treatment_name }).click()
  await expect(till.getByText('No Services Available')).toBeVisible()
  await admin(catalogueContract.deleteTreatment, { params: { id: data.id }, body: {} })
})
