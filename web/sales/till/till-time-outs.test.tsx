import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { listOf, service, treatment } from '#web/test/samples.ts'
import { answer, asked, drawScreen, letPass, stayQuiet, stopTime } from '#web/test/screen.tsx'
import CheckoutPage from './checkout-page.tsx'

const timedOut = 'Request timed out. Please try again.'

test.each([
  ['treatments', 10, catalogueContract.treatments],
  ['services', 5, catalogueContract.services],
])(
  'the till waits for the list of %s %i seconds, then shows a timeout, and loads again only when the user asks for it',
  async (...row) => {
    const [, seconds, silent] = row
    answer(catalogueContract.treatments, listOf(treatment))
    answer(catalogueContract.services, listOf(service))
    stayQuiet(silent)
    stopTime()
    drawScreen(<CheckoutPage />, { role: 'cashier', at: '/cashier' })
    await letPass(seconds - 1)
    expect(screen.queryByText(timedOut)).toBeNull()
    expect(screen.getByText('Loading treatments...')).toBeTruthy()
    await letPass(2)
    expect(screen.getByText(timedOut)).toBeTruthy()
    expect(screen.queryByText('Loading treatments...')).toBeNull()
    const calls = () => asked.filter((call) => call === `GET ${silent.url}`).length
    await letPass(30)
    expect(calls()).toBe(1)
    screen.getByRole('button', { name: 'Try again' }).click()
    await letPass(1)
    expect(calls()).toBe(2)
  },
)
