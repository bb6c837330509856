import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { starterContent, type WebsiteContent } from '#shared/website/content.ts'
import { websiteContract, type WebsiteDraft } from '#shared/website/contract.ts'
import type { Site } from '#shared/website/site.ts'
import { answer, drawScreen } from './screen.tsx'

/** When the sample draft was saved and published. */
export const SAVED_AT = '2026-11-21T09:00:00+08:00'

/** The site that is made from this content, for a clinic that has no catalogue, people or other data. */
export const siteOf = (content: WebsiteContent): Site => ({
  ...content,
  colours: content.look.colours,
  logo: null,
  sections: ['contact'],
  hero: { ...content.hero, slides: [] },
  services: { ...content.services, cards: [] },
  about: { ...content.about, picture: null, band: null },
  results: { ...content.results, pairs: [] },
  people: { ...content.people, members: [] },
  rooms: { ...content.rooms, pictures: [] },
  pricing: { ...content.pricing, menus: [] },
  visit: { ...content.visit, map: null },
})

/** A sample draft as the editor loads it, whose content was published once. */
export const draftOf = (changes: Partial<WebsiteDraft> = {}, content = starterContent()): WebsiteDraft => ({
  content,
  version: 3,
  saved_at: SAVED_AT,
  changed: [],
  published: { number: 2, published_at: SAVED_AT },
  site: siteOf(content),
  ...changes,
})

/** Renders the editor with a draft and waits for its fields. */
export async function openEditor(editor: ReactNode, draft = draftOf()) {
  answer(websiteContract.draft, { data: draft })
  answer(websiteContract.preview, { data: siteOf(starterContent()) })
  const { person } = drawScreen(editor)
  await screen.findByRole('heading', { level: 2, name: 'Opening picture' })
  return person
}

/** Finds the only button with this name. */
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
/** Finds the button of the editor that opens a section, by the beginning of the button's name. */
export const choose = (name: string) => button(new RegExp(`^${name}`))
