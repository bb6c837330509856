import { expect, test } from 'vitest'
import { appointmentsContract } from './appointments/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { bookingCatalogueContract } from './catalogue/booking-contract.ts'
import { catalogueContract } from './catalogue/contract.ts'
import { ownChartPhotosContract } from './chart-photos/contract.ts'
import { manualClientContract } from './clients/manual-client-contract.ts'
import { everyEndpoint } from './contracts.ts'
import type { Endpoint } from './lib/endpoint.ts'
import { mailServerContract } from './messages/mail-server-contract.ts'
import { websiteContract } from './website/contract.ts'

/** Written by hand from the specification: the timeout of each call in seconds. */
const seconds = [
  [sessionContract.session, 10],
  [catalogueContract.treatments, 10],
  [bookingCatalogueContract.treatments, 10],
  [catalogueContract.services, 5],
  [bookingCatalogueContract.services, 5],
  [catalogueContract.addOns, 5],
  [appointmentsContract.payable, 5],
] as const

test('the calls for session and treatments have a timeout of 10 seconds, for services, add-ons and payable appointments of 5', () => {
  for (const [call, time] of seconds) expect([call.url, call.timeoutMs]).toEqual([call.url, time * 1000])
})

test('the call for the list of existing users has a timeout of 5 seconds', () => {
  expect(manualClientContract.users.timeoutMs).toBe(5_000)
})

test('only calls that store pictures, send many of them, or wait for a mail server have a timeout above 10 seconds', () => {
  const long = everyEndpoint.filter((call) => (call.timeoutMs ?? 0) > 10_000)
  const slow: readonly Endpoint[] = [
    websiteContract.cutPicture,
    ownChartPhotosContract.download,
    mailServerContract.test,
  ]
  const isSlow = (call: Endpoint) => call.sends === 'multipart' || slow.includes(call)
  expect(long.filter((call) => !isSlow(call)).map((call) => call.url)).toEqual([])
})
