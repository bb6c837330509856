import { expect, test } from 'vitest'
import { sampleId, service } from '#web/test/samples.ts'
import { ALL, FAVOURITES, MOST_SOLD, servicesShown } from './shelves.ts'

const laser = sampleId(15)
const make = (n: number, service_name: string, treatment_id = service.treatment_id) => ({
  ...service,
  service_id: sampleId(n),
  service_name,
  treatment_id,
})
const services = [make(1, 'Acne Facial'), make(2, 'Hydra Glow'), make(3, 'Carbon Peel', laser)]
const chosen = { favourites: [sampleId(3), sampleId(1)], mostSold: [sampleId(3), sampleId(99), sampleId(2)] }
const shown = (shelf: string, search = '') =>
  servicesShown(services, shelf, chosen, search).map((one) => one.service_name)

test.each([
  ['all services', ALL, ['Acne Facial', 'Hydra Glow', 'Carbon Peel']],
  ['the services of a treatment', laser, ['Carbon Peel']],
  ['favourites, in the order of the catalogue', FAVOURITES, ['Acne Facial', 'Carbon Peel']],
  ['best-selling services, without those no longer offered', MOST_SOLD, ['Carbon Peel', 'Hydra Glow']],
])('the chosen tab of the till’s services shows %s', (_, shelf, names) => expect(shown(shelf)).toEqual(names))

test('a search at the till covers the treatment of the chosen tab; on the tabs of favourites and best sellers it covers all services', () => {
  expect(shown(ALL, 'peel')).toEqual(['Carbon Peel'])
  expect(shown(service.treatment_id, 'peel')).toEqual([])
  expect(shown(FAVOURITES, 'glow hydra')).toEqual(['Hydra Glow'])
  expect(shown(MOST_SOLD, 'acne')).toEqual(['Acne Facial'])
})
