import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { nextVisitContract, type NextVisit } from '#shared/sales/till-contract.ts'
import { sampleContact, sampleId, service } from '#web/test/samples.ts'
import { answer, answerBy, drawScreen } from '#web/test/screen.tsx'
import { NextVisitButton } from './next-visit-button.tsx'

const draw = (session: NextVisit['session'], date = '2099-12-12') => {
  answer(nextVisitContract.ofSale, {
    data: { client: sampleContact(), service, practitioner: null, date, time: null, session },
  })
  return drawScreen(<NextVisitButton saleId={sampleId(5)} />, { role: 'cashier' })
}
const third = { session: 3, sessions: 6, due_on: '2099-12-12', booked_for: null }

test('after the payment the till names the next session of the treatment plan, and one tap fills in the schedule dialog', async () => {
  const asked: (string | null)[] = []
  answerBy(availabilityContract.atDesk, ({ searchParams }) => {
    asked.push(searchParams.get('date'))
    const days = [{ date: '2099-12-14', starts: [{ time: '10:00:00', practitioners: [] }] }]
    return { data: { duration_minutes: 60, practitioners: [], horizon_days: null, minimum_notice_minutes: 0, days } }
  })
  const { person } = draw(third)
  expect(await screen.findByText('Session 3 of 6 · due from December 12, 2099')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'BOOK NEXT SESSION' }))
  const dialog = within(await screen.findByRole('dialog'))
  const valueOf = (name: RegExp) => dialog.getByRole<HTMLInputElement>('combobox', { name }).value
  expect([valueOf(/^Client/), valueOf(/^Service/)]).toEqual(['Bianca Garcia', service.service_name])
  expect(dialog.getByLabelText<HTMLInputElement>(/^Date/).value).toBe('2099-12-14')
  // A session of a treatment plan keeps its interval, so no time before its due day is suggested.
  expect(asked[0]).toBe('2099-12-12')
})

test('after a payment, the treatment plan’s next session is shown with its day instead of a button if it is already booked', async () => {
  draw({ ...third, booked_for: '2099-12-15' })
  expect(await screen.findByText('Session 3 of 6 · booked for December 15, 2099')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('after a payment, a treatment plan’s session that was due before today is shown as due, with the day on which it was due', async () => {
  draw({ ...third, due_on: '2020-01-04' })
  expect(await screen.findByText('Session 3 of 6 · due since January 4, 2020')).toBeTruthy()
})

test('the receipt of a sale without a treatment plan has a button that books the next visit, and names no session', async () => {
  draw(null)
  expect(await screen.findByRole('button', { name: 'Book next visit' })).toBeTruthy()
  expect(screen.queryByText(/Session/)).toBeNull()
})
