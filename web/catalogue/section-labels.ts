import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import type { Section } from './catalogue-view.ts'

export const sectionLabels: Record<Section, string> = {
  treatments: s.treatments,
  services: s.services,
  'add-ons': s.addOns,
}
