import { existsSync } from 'node:fs'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { consentsContract } from '#shared/website/consents-contract.ts'
import { starterContent } from '#shared/website/content.ts'
import { websiteContract as contract, type WebsiteDraft } from '#shared/website/contract.ts'
import { listOf, sampleId, treatment } from '#web/test/samples.ts'
import { answer, answerLater, asked, sentBodies } from '#web/test/screen.tsx'
import { button, choose, draftOf, openEditor, SAVED_AT } from '#web/test/website-samples.ts'
import WebsitePage from './website-page.tsx'

const open = (draft?: WebsiteDraft) => openEditor(<WebsitePage />, draft)

test('a removed entry of a website section can be restored at its earlier position', async () => {
  const quote = (name: string) => ({
    name,
    visit: '',
    quote: 'Thank you',
    stars: 5,
    source: 'Google',
    date: '2026-11-02',
  })
  const content = starterContent()
  const quotes = [quote('Ana'), quote('Bea'), quote('Cora')]
  const person = await open(draftOf({}, { ...content, testimonials: { ...content.testimonials, quotes } }))
  await person.click(choose('Testimonials'))
  const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  await person.click(button('Remove Bea'))
  expect(names()).toEqual(['Ana', 'Cora'])
  // Buttons are found by label and text, because the toast disappears after ten seconds and a search by role takes
  // about one second on a busy machine.
  await person.click(screen.getByLabelText('Move Cora up'))
  expect(await screen.findByText('Bea removed.')).toBeTruthy()
  await person.click(screen.getByText('Undo', { selector: 'button, button *' }))
  expect(names()).toEqual(['Cora', 'Bea', 'Ana'])
})

test('the entries of a website section with many entries are collapsed, a new entry is open, and the preview shows the section', async () => {
  const quote = (name: string) => ({ name, visit: '', quote: 'Thank you', stars: 5, source: 'Google', date: null })
  const content = starterContent()
  const quotes = Array.from({ length: 23 }, (_, place) => quote(`Guest ${place + 1}`))
  const person = await open(draftOf({}, { ...content, testimonials: { ...content.testimonials, quotes } }))
  const frame = screen.getByTitle<HTMLIFrameElement>('Preview of the website')
  const sent = vi.spyOn(frame.contentWindow!, 'postMessage').mockImplementation(() => undefined)
  await person.click(choose('Testimonials'))
  expect(sent.mock.lastCall?.[0]).toMatchObject({ part: 'testimonials' })
  const fields = () => screen.queryAllByRole('textbox', { name: /^What the person wrote/ })
  expect(fields()).toHaveLength(0)
  await person.click(button('Guest 2'))
  expect(fields()).toHaveLength(1)
  expect(button('Guest 2').getAttribute('aria-expanded')).toBe('true')
  await person.click(button('Move Guest 2 up'))
  expect(button('Guest 2').getAttribute('aria-expanded')).toBe('true')
  await person.click(button('Add'))
  expect(button('Testimonial 24').getAttribute('aria-expanded')).toBe('true')
  expect(fields()).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
})

test('an unused picture of the website is deleted after a confirmation; one in use or in the open draft cannot be deleted', async () => {
  const content = starterContent()
  const picture = (number: number, places: ('visitors' | 'draft' | 'version')[] = []) => ({
    id: sampleId(number),
    width: 640,
    height: 480,
    added_at: SAVED_AT,
    cut_of: number === 3 ? sampleId(2) : null,
    places,
  })
  const shown = { name: '', picture: { id: sampleId(3), alt: 'A room', focus: 'center' as const } }
  answer(contract.pictures, {
    ...listOf(picture(4), picture(3), picture(2), picture(1, ['version'])),
    per_page: 24,
  })
  const person = await open(draftOf({}, { ...content, hero: { ...content.hero, slides: [shown] } }))
  await person.click(button('Pictures'))
  const dialog = await screen.findByRole('dialog', { name: 'Pictures' })
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(4))
  const [unused, onScreen, itsWhole, older] = within(dialog).getAllByRole('listitem')
  expect([unused, onScreen, itsWhole, older].map((one) => within(one!).queryAllByRole('button').length)).toEqual([
    1, 0, 0, 0,
  ])
  expect(older!.textContent).toContain('In an older version')
  await person.click(within(unused!).getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete this picture?' })
  answer(contract.deletePicture, { message: 'Deleted.' })
  await person.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('The picture was deleted.')).toBeTruthy()
  expect(asked).toContain(`DELETE /api/website/pictures/${sampleId(4)}`)
})

test('the website editor of a clinic without treatments or practitioners has links to add them', async () => {
  answer(catalogueContract.treatments, listOf())
  const person = await open()
  await person.click(choose('Services'))
  expect((await screen.findByRole('link', { name: 'Add treatments' })).getAttribute('href')).toBe(
    '/settings/treatments',
  )
})

test('the website lists treatments of the catalogue automatically, and each can be hidden', async () => {
  answer(catalogueContract.treatments, listOf(treatment))
  const person = await open()
  await person.click(choose('Services'))
  await person.click(await screen.findByRole('button', { name: 'Hide Facials' }))
  expect(button('Show Facials')).toBeTruthy()
  answer(contract.save, { data: draftOf() })
  await person.click(button('SAVE DRAFT'))
  await waitFor(() =>
    expect(sentBodies.at(-1)).toMatchObject({ services: { cards: [{ treatment_id: treatment.id, is_shown: false }] } }),
  )
})

/** A rooms entry with a built-in picture. */
const room = (name: string, number: number) => ({
  name,
  picture: { id: `art:room-${number}`, alt: '', focus: 'center' as const },
})

async function openRooms() {
  const content = starterContent()
  const pictures = [room('Front', 1), room('Back', 2)]
  const person = await open(draftOf({}, { ...content, rooms: { ...content.rooms, pictures } }))
  await person.click(choose('Rooms'))
  return person
}

test('a picture is added to its website entry even if the entry was closed and moved during the upload; text typed in another entry is kept', async () => {
  // The preview of the chosen file is not tested here, so it never gets its bitmap.
  vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
  const person = await openRooms()
  await person.click(button('Front'))
  const stored = { id: sampleId(9), width: 640, height: 480, placeholder: '' }
  const arrive = answerLater(contract.addPicture, { data: stored })
  await person.upload(
    document.querySelector<HTMLInputElement>('li input[type=file]')!,
    new File(['x'], 'front.png', { type: 'image/png' }),
  )
  await person.click(button('Back'))
  await person.type(screen.getByRole('textbox', { name: /^Name/ }), ' door')
  await person.click(button('Move Front down'))
  arrive()
  await waitFor(() => expect(button('Front').querySelector('img')?.getAttribute('src')).toContain(stored.id))
  answer(contract.save, { data: draftOf() })
  await person.click(button('SAVE DRAFT'))
  await waitFor(() =>
    expect(sentBodies.at(-1)).toMatchObject({
      rooms: { pictures: [room('Back door', 2), { name: 'Front', picture: { id: stored.id } }] },
    }),
  )
})

test('the thumbnail of a room picture that comes with Mutya is loaded from a file that exists', async () => {
  await openRooms()
  const address = button('Front').querySelector('img')!.getAttribute('src')!
  expect(existsSync(`web/public${address}`), address).toBe(true)
})

test('the focus stays on the button of a moved website entry, so that the next press moves the entry again', async () => {
  const person = await openRooms()
  await person.click(button('Move Front down'))
  expect(document.activeElement).toBe(button('Move Front down'))
  await person.click(button('Move Front up'))
  expect(document.activeElement).toBe(button('Move Front up'))
})

test('the website editor says that visitors do not see a before-and-after pair without consent, and shows who confirmed the consent and when', async () => {
  const content = starterContent()
  const choice = (number: number) => ({ id: sampleId(number), alt: '', focus: 'center' as const })
  const pairs = [{ before: choice(1), after: choice(2), name: 'Laser', line: '' }]
  answer(consentsContract.list, { data: [] })
  const person = await open(draftOf({}, { ...content, results: { ...content.results, pairs } }))
  await person.click(choose('Before and after'))
  expect(await screen.findByText(/Visitors do not see these photos yet/)).toBeTruthy()
  const consent = {
    id: sampleId(5),
    before: [sampleId(1)],
    after: [sampleId(3), sampleId(2)],
    confirmed_at: SAVED_AT,
    confirmed_by: 'Ana Reyes',
  }
  await person.click(button('CONFIRM CONSENT'))
  const question = await screen.findByRole('alertdialog', { name: 'Did this person agree in writing?' })
  answer(consentsContract.confirm, { data: [consent] })
  answer(consentsContract.list, { data: [consent] })
  await person.click(within(question).getByRole('button', { name: 'CONFIRM CONSENT' }))
  expect(await screen.findByText('Consent confirmed on November 21, 2026 by Ana Reyes')).toBeTruthy()
  expect(sentBodies).toContainEqual({ before: sampleId(1), after: sampleId(2) })
  expect(screen.queryByText(/Visitors do not see these photos yet/)).toBeNull()
})
