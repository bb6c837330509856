import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { nearestReadable } from '#shared/clinic/colours.ts'
import { editorMessages } from '#shared/website/editor-messages.ts'
import { starterContent, type WebsiteContent } from '#shared/website/content.ts'
import { websiteContract as contract, type WebsiteDraft } from '#shared/website/contract.ts'
import { listOf, sampleId } from '#web/test/samples.ts'
import { answer, answerLater, asked, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { button, choose, draftOf, openEditor, SAVED_AT, siteOf } from '#web/test/website-samples.ts'
import WebsitePage from './website-page.tsx'

const titled = (title: string): WebsiteContent => ({ ...starterContent(), hero: { ...starterContent().hero, title } })

const open = (draft?: WebsiteDraft) => openEditor(<WebsitePage />, draft)
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true'
const headline = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Headline\b(?!,)/ })
const handle = (name: string) => button(`Move ${name}`)
const order = () =>
  screen
    .getAllByRole('button', { name: /^Move / })
    .map((one) => one.getAttribute('aria-label')?.replace('Move ', '') ?? one.textContent)

test('text typed in the website editor is shown as not saved until it is saved, and saving sends the version of the draft', async () => {
  const person = await open()
  expect([isOff('SAVE DRAFT'), isOff('PUBLISH')]).toEqual([true, true])
  await person.type(headline(), 'Glow')
  expect(screen.getByText(/1 section not published · Not saved$/)).toBeTruthy()
  expect(isOff('PUBLISH')).toBe(false)
  answer(contract.save, { data: draftOf({ version: 4, changed: ['hero'] }, titled('Glow')) })
  await person.click(button('SAVE DRAFT'))
  expect(await screen.findByText('Draft saved. Visitors see it when you publish.')).toBeTruthy()
  expect(sentVersions).toEqual(['3'])
  expect(sentBodies.at(-1)).toMatchObject({ hero: { title: 'Glow' } })
  await waitFor(() => expect(screen.queryByText(/Not saved/)).toBeNull())
  expect(isOff('SAVE DRAFT')).toBe(true)
})

test('text typed while the website’s draft is being saved is kept, and is still shown as not saved', async () => {
  const person = await open()
  await person.type(headline(), 'Glow')
  const done = answerLater(contract.save, { data: draftOf({ version: 4, changed: ['hero'] }, titled('Glow')) })
  await person.click(button('SAVE DRAFT'))
  await person.type(headline(), ' and rest')
  done()
  expect(await screen.findByText('Draft saved. Visitors see it when you publish.')).toBeTruthy()
  expect(headline().value).toBe('Glow and rest')
  expect(screen.getByText(/Not saved$/)).toBeTruthy()
  answer(contract.save, { data: draftOf({ version: 5, changed: ['hero'] }, titled('Glow and rest')) })
  await person.click(button('SAVE DRAFT'))
  await waitFor(() => expect(isOff('SAVE DRAFT')).toBe(true))
  expect(sentVersions).toEqual(['3', '4'])
})

test('a field of the website editor that is rejected shows why, and the typed text stays', async () => {
  const person = await open()
  await person.click(choose('Address and hours'))
  const link = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Link to the map/ })
  await person.type(link(), 'maps.example')
  const sentence = 'Enter a link that begins with https://'
  refuse(contract.save, {
    status: 422,
    code: 'validation',
    message: 'Check it.',
    errors: { 'visit.map_url': [sentence] },
  })
  await person.click(button('SAVE DRAFT'))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(link().value).toBe('maps.example')
  expect(isOff('SAVE DRAFT')).toBe(false)
})

test('when another user has changed the website’s draft meanwhile, the user takes the other version, or overwrites it', async () => {
  const person = await open()
  await person.type(headline(), 'Mine')
  const theirs = draftOf({ version: 9 }, titled('Theirs'))
  refuse(contract.save, { status: 409, code: 'stale', message: 'Changed.', data: theirs })
  await person.click(button('SAVE DRAFT'))
  const told = await screen.findByText('Somebody changed the website while you were writing.')
  expect(headline().value).toBe('Mine')
  await person.click(button('Keep my version'))
  expect(told.isConnected).toBe(false)
  await person.click(button('SAVE DRAFT'))
  await screen.findByText('Somebody changed the website while you were writing.')
  expect(sentVersions).toEqual(['3', '9'])
  await person.click(button('Load their version'))
  expect(headline().value).toBe('Theirs')
  expect(isOff('SAVE DRAFT')).toBe(true)
})

test('publishing the website first saves the draft, lists the changes, and asks for missing picture descriptions', async () => {
  const content = starterContent()
  const silent = { name: '', picture: { id: sampleId(1), alt: '', focus: 'center' as const } }
  const person = await open(draftOf({}, { ...content, hero: { ...content.hero, slides: [silent] } }))
  await person.type(headline(), 'Glow')
  answer(contract.save, { data: draftOf({ version: 4, changed: ['hero'] }, titled('Glow')) })
  answer(contract.publish, {
    data: draftOf({ version: 4, published: { number: 3, published_at: SAVED_AT } }, titled('Glow')),
  })
  await person.click(button('PUBLISH'))
  const question = await screen.findByRole('alertdialog', { name: 'Publish the website?' })
  expect(question.textContent).toContain('Visitors will see what you changed: Opening picture.')
  expect(question.textContent).toContain('One picture has no description for people who cannot see it')
  await person.click(within(question).getByRole('button', { name: 'PUBLISH' }))
  expect(await screen.findByText('Published. Visitors see it now.')).toBeTruthy()
  expect(asked.filter((call) => /PUT|publish/.test(call))).toEqual([
    'PUT /api/website/draft',
    'POST /api/website/publish',
  ])
  expect(sentVersions).toEqual(['3', '4'])
  await waitFor(() => expect(isOff('PUBLISH')).toBe(true))
})

test('when publishing the website is rejected, the saved draft stays on the screen', async () => {
  const person = await open(draftOf({ changed: ['testimonials'] }))
  refuse(contract.publish, {
    status: 422,
    code: 'validation',
    message: 'No.',
    errors: { testimonials: ['Say where.'] },
  })
  await person.click(button('PUBLISH'))
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'PUBLISH' }))
  expect(await screen.findByText('Say where.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(isOff('PUBLISH')).toBe(false)
})

test('an older version of the website is published again at once, and the fields show its texts', async () => {
  const version = (number: number) => ({
    number,
    published_at: SAVED_AT,
    published_by: 'Ana Reyes',
    changed: ['hero' as const],
  })
  answer(contract.versions, { ...listOf(version(2), version(1)), per_page: 50 })
  const person = await open()
  await person.click(button('Versions'))
  const dialog = await screen.findByRole('dialog', { name: 'Versions' })
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(2))
  expect(within(dialog).getAllByText('Live')).toHaveLength(1)
  answer(contract.restore, {
    data: draftOf({ version: 5, published: { number: 3, published_at: SAVED_AT } }, titled('As it was')),
  })
  await person.click(within(dialog).getByRole('button', { name: 'Undo' }))
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Visitors see this version again.')).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({ publishes: true })
  await waitFor(() => expect(headline().value).toBe('As it was'))
})

test('a section of the website can be hidden, and an empty section is marked as not shown', async () => {
  const person = await open()
  expect(choose('Services').textContent).toContain('Empty, not shown')
  expect(choose('Contact').textContent).toBe('Contact')
  await person.click(button('Hide Contact'))
  expect(choose('Contact').textContent).toContain('Hidden')
  answer(contract.save, { data: draftOf() })
  await person.click(button('SAVE DRAFT'))
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ hidden: ['contact'] }))
  await waitFor(() => expect(choose('Contact').textContent).toBe('Contact'))
})

test('arrow keys on a section’s handle move the section, announce its position, and keep the focus', async () => {
  const person = await open()
  const before = order()
  handle('Services').focus()
  await person.keyboard('{ArrowUp}')
  expect(order()).toEqual(before)
  await person.keyboard('{ArrowDown}{ArrowDown}')
  expect(order()).toEqual([before[1], before[2], before[0], ...before.slice(3)])
  expect(screen.getByText('Services is now number 3.')).toBeTruthy()
  expect(document.activeElement).toBe(handle('Services'))
  await person.keyboard('{Tab}')
  expect(document.activeElement).toBe(choose('Services'))
})

test('a choice made in the website editor while a picture is being stored is kept', async () => {
  const stored = answerLater(contract.addPicture, {
    data: { id: sampleId(5), width: 640, height: 640, placeholder: '' },
  })
  const person = await open()
  await person.click(choose('Logo and colours'))
  vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
  await person.upload(screen.getByLabelText(/^Logo: /), new File(['x'], 'logo.png', { type: 'image/png' }))
  await person.click(screen.getByRole('radio', { name: 'Plum' }))
  stored()
  expect(await screen.findByRole('button', { name: 'Remove picture' })).toBeTruthy()
  answer(contract.save, { data: draftOf() })
  await person.click(button('SAVE DRAFT'))
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ look: { colours: 'plum', logo: sampleId(5) } }))
})

test('a website colour on which text is hard to read shows an alert, and one click replaces it by the nearest readable colour', async () => {
  const person = await open()
  await person.click(choose('Logo and colours'))
  await person.click(screen.getByRole('radio', { name: 'Own colour' }))
  const code = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Own colour' })
  expect(code().value).toBe('#055559')
  answer(contract.save, { data: draftOf() })
  const saved = async (colours: string) => {
    await person.click(button('SAVE DRAFT'))
    await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ look: { colours } }))
  }
  await person.clear(code())
  await person.type(code(), '#9B1C')
  await person.tab()
  expect(screen.getByText('Type # and six letters or digits: 0 to 9 and a to f.')).toBeTruthy()
  await person.clear(code())
  await person.paste('#fff3b0')
  const nearest = nearestReadable('#fff3b0')
  expect(screen.getByRole('alert').textContent).toBe(editorMessages.colourUnreadable('#fff3b0', nearest))
  await person.click(button('Use this colour'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(code().value).toBe(nearest)
  await saved(nearest)
})

test('the preview of the website follows the typed text, and does not change while a link is incomplete', async () => {
  const person = await open()
  const sent = vi.fn()
  const frame = screen.getByTitle<HTMLIFrameElement>('Preview of the website')
  vi.spyOn(frame.contentWindow!, 'postMessage').mockImplementation(sent)
  answer(contract.preview, { data: siteOf(titled('Glow')) })
  // The whole text is set at once, because on a busy machine typing pauses long enough to update the preview.
  const add = async (text: string) => {
    await person.click(headline())
    await person.paste(text)
  }
  await add('Glow')
  await waitFor(() => expect(sent.mock.lastCall?.[0]).toMatchObject({ site: { hero: { title: 'Glow' } } }))
  refuse(contract.preview, { status: 422, code: 'validation', message: 'No.' })
  const before = sent.mock.calls.length
  await add('!')
  await waitFor(() => expect(asked.filter((call) => call.endsWith('preview'))).toHaveLength(2))
  expect(sent.mock.calls.length).toBe(before)
})
