import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { expect, test } from './fixtures.ts'

test('a booking link opens the wizard at the services of its treatment, and an invalid link at the first step', async ({
  openAs,
  clinic,
}) => {
  const treatments = (await clinic.call(null)(bookingCatalogueContract.treatments, {})).data
  const facials = treatments.find(({ treatment_name }) => treatment_name === 'Signature Facials')!
  const page = await openAs('anonymous')
  await page.goto(`/BookAppointment?treatment=${facials.id}`)
  await expect(page.getByRole('heading', { name: 'Select Your Service' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Hydra Glow Facial/ })).toBeVisible()
  // The page reads the treatment from the address once and removes it, so a reload keeps later choices.
  await expect(page).toHaveURL('/BookAppointment')

  const stranger = await openAs('anonymous')
  await stranger.goto('/BookAppointment?treatment=01900000-0000-7000-8000-00000000dead')
  await expect(stranger.getByRole('heading', { name: 'Choose Your Treatment' })).toBeVisible()
  await expect(stranger.getByRole('button', { name: /^Signature Facials/ })).toBeVisible()
  await expect(stranger.getByRole('alert')).toHaveCount(0)
})
