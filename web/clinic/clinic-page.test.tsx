import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { clinicContract, type ClinicProfile } from '#shared/clinic/contract.ts'
import { dropSession } from '#web/lib/session-store.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import ClinicPage from './clinic-page.tsx'

const profile: ClinicProfile = {
  name: 'Mutya',
  address: 'Quezon City',
  location_label: 'Quezon City',
  phone: '0917 555 0101',
  email: 'hello@mutya.test',
  tin: '',
  hours_text: 'By Appointment Only',
  receipt_foot: 'Thank you.',
  facebook_url: '',
  instagram_url: '',
  tiktok_url: '',
  opening_hours: Array.from({ length: 7 }, (_, weekday) => ({ weekday, is_open: true, first_slot: 0, last_slot: 32 })),
  needs_setup: false,
}
const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' })
const closing = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

async function openForm() {
  answer(clinicContract.read, { data: profile, sends_email: false })
  const { person, router } = drawScreen(<ClinicPage />, { at: '/settings/clinic' })
  const name = await screen.findByLabelText<HTMLInputElement>(/^Clinic name/)
  const at = () => router.state.location.pathname
  return { person, router, name, at }
}

test('the clinic profile is left without a question as long as nothing was changed', async () => {
  const { router, at } = await openForm()
  expect(closing()).toBe(false)
  await router.navigate('/dashboard')
  expect(at()).toBe('/dashboard')
})

test('changes of the clinic profile are not dropped silently: leaving asks, staying keeps them', async () => {
  const { person, router, name, at } = await openForm()
  await person.type(name, ' Skin')
  expect(closing()).toBe(true)
  await router.navigate('/dashboard')
  await person.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(at()).toBe('/settings/clinic')
  expect(name.value).toBe('Mutya Skin')
  await vi.waitFor(() => expect(question()).toBeNull(), { timeout: 10_000 })
  await router.navigate('/dashboard')
  await person.click(await screen.findByRole('button', { name: 'Leave' }))
  await vi.waitFor(() => expect(at()).toBe('/dashboard'), { timeout: 10_000 })
})

test('saved changes, or an ended session, hold nobody back', async () => {
  answer(clinicContract.save, { data: { ...profile, name: 'Mutya Skin' } })
  const saved = await openForm()
  await saved.person.type(saved.name, ' Skin')
  await saved.person.click(screen.getByRole('button', { name: 'SAVE CHANGES' }))
  expect(await screen.findByText('Clinic profile saved.')).toBeTruthy()
  expect(closing()).toBe(false)
  await saved.person.type(saved.name, ' Clinic')
  dropSession({ tell: false })
  await saved.router.navigate('/login')
  expect(question()).toBeNull()
  expect(saved.at()).toBe('/login')
})
