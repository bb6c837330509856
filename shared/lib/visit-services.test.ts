import { expect, test } from 'vitest'
import { peopleOf, servicesInShort, servicesOf, treatmentsOf } from './visit-services.ts'

const service = (service_name: string, treatment_name: string, practitioner_name: string | null = null) => ({
  service_name,
  treatment_name,
  practitioner_name,
})
const visit = (...further: ReturnType<typeof service>[]) => ({
  ...service('Glow Drip', 'Drips', 'Ana'),
  further_services: further,
})
const facial = service('Facial', 'Facials', 'Bea')
const peel = service('Peel', 'Facials', 'Ana')

test('a visit is named by its service, or by all its services', () => {
  expect([servicesOf(visit()), servicesInShort(visit())]).toEqual(['Glow Drip', 'Glow Drip'])
  expect(servicesOf(visit(facial, peel))).toBe('Glow Drip + Facial + Peel')
})

test('where there is little space, the first two services of a visit are named and the remaining ones are counted', () => {
  expect(servicesInShort(visit(facial))).toBe('Glow Drip + Facial')
  expect(servicesInShort(visit(facial, peel))).toBe('Glow Drip + Facial + 1 more')
})

test('treatments and practitioners are named once each; a service without a practitioner adds no name', () => {
  expect(treatmentsOf(visit(facial, peel))).toBe('Drips, Facials')
  expect(peopleOf(visit(facial, peel))).toBe('Ana, Bea')
  expect(peopleOf({ practitioner_name: null, further_services: [] })).toBeNull()
})
