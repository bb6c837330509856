import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chartPhotosContract as photos, publicationContract, type ChartPhoto } from '#shared/chart-photos/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { sampleContact, sampleId } from '#web/test/samples.ts'
import {
  answer,
  answerBy,
  asked,
  drawScreen,
  loseConnection,
  personOfRole,
  refuse,
  sentBodies,
  sentVersions,
} from '#web/test/screen.tsx'
import { beginSession } from '#web/lib/session/session.ts'
import PhotosSection from './photos-section.tsx'
import { photoSample } from '#web/test/chart-photo-samples.ts'

const clientId = sampleId(62)
const visit = { appointment_id: sampleId(90), date: '2026-11-20', service: 'Diamond peel' }
const before = photoSample({ id: sampleId(301), taken_at: '2026-09-01T10:00:00+08:00' })
const after = photoSample({ id: sampleId(302), taken_at: '2026-11-20T10:00:00+08:00', visit })
const belly = photoSample({ id: sampleId(303), angle: 'body', area: 'Belly', taken_at: '2026-11-20T09:00:00+08:00' })

const pageOf = (data: ChartPhoto[], hidden = 0) => ({ data, total: data.length, page: 1, per_page: 36, hidden })

function draw(list: ChartPhoto[] = [after, belly, before], options: { isLocked?: boolean; hidden?: number } = {}) {
  answerBy(photos.list, (url) => {
    const angle = url.searchParams.get('angle')
    return pageOf(
      list.filter((photo) => angle === null || photo.angle === angle),
      options.hidden,
    )
  })
  answer(photos.angles, {
    data: [
      { count: 2, first: before, last: after },
      { count: 1, first: belly, last: belly },
    ],
  })
  answer(publicationContract.consents, { data: [] })
  const drawn = drawScreen(
    <PhotosSection clientId={clientId} name="Bianca Garcia" isLocked={options.isLocked ?? false} />,
  )
  act(() => beginSession({ ...personOfRole('admin'), clinical_record: true }))
  return drawn
}

const openPhoto = async (person: ReturnType<typeof draw>['person'], name: string) =>
  person.click(await screen.findByRole('button', { name }))

test('photos of a chart are grouped by day with the visit, and only thumbnails in sight are loaded', async () => {
  draw()
  expect(await screen.findByRole('heading', { name: 'Nov 20, 2026 · Diamond peel' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Sep 1, 2026' })).toBeTruthy()
  const thumbnail = within(screen.getByRole('button', { name: 'Belly, Nov 20, 2026' })).getByRole('presentation')
  expect(thumbnail.getAttribute('loading')).toBe('lazy')
  expect(thumbnail.getAttribute('src')).toBe(`/api/chart-photos/${belly.id}/thumbnail`)
})

test('the photos page of a locked chart without photos says that there are none, and offers no camera', async () => {
  draw([], { isLocked: true })
  expect(await screen.findByText('No photos yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Take photos' })).toBeNull()
})

test('when the photos of a chart cannot be loaded, an error is shown', async () => {
  loseConnection(photos.list)
  answer(photos.angles, { data: [] })
  drawScreen(<PhotosSection clientId={clientId} name="Bianca Garcia" isLocked={false} />)
  expect(await screen.findByText('Failed to load the photos.')).toBeTruthy()
})

test('a chart photo is hidden only with a reason', async () => {
  const { person } = draw()
  await openPhoto(person, 'Front, Nov 20, 2026')
  await person.click(await screen.findByRole('button', { name: 'More actions' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Hide photo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hide this photo?' }))
  await person.click(dialog.getByRole('button', { name: 'Hide photo' }))
  expect(await dialog.findByText('Enter a reason.')).toBeTruthy()
  answer(photos.hide, { data: after })
  await person.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Out of focus')
  await person.click(dialog.getByRole('button', { name: 'Hide photo' }))
  expect(await screen.findByText('The photo is hidden.')).toBeTruthy()
  expect(sentBodies).toContainEqual({ reason: 'Out of focus' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('saving the details of a chart photo sends the version of the record that was displayed', async () => {
  const { person } = draw()
  await openPhoto(person, 'Front, Nov 20, 2026')
  await person.click(await screen.findByRole('button', { name: 'More actions' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Change details' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Details of the photo' }))
  await person.click(dialog.getByRole('radio', { name: 'Body part' }))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Enter which part the photo shows.')).toBeTruthy()
  answer(photos.change, { data: after })
  await person.type(dialog.getByRole('textbox', { name: /Part/ }), 'Left arm')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Details saved.')).toBeTruthy()
  expect(sentBodies).toContainEqual({ angle: 'body', area: 'Left arm', note: '', taken_at: after.taken_at })
  expect(sentVersions).toContain('1')
})

test('a photo of the wrong person is moved to the client whom it shows', async () => {
  const { person } = draw()
  const contact = sampleContact({ client_id: sampleId(63), name: 'Carla Cruz' })
  answer(clientsContract.contacts, { data: [contact], total: 1, page: 1, per_page: 10 })
  await openPhoto(person, 'Front, Nov 20, 2026')
  await person.click(await screen.findByRole('button', { name: 'More actions' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Wrong client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move this photo to another client' }))
  await person.type(dialog.getByRole('combobox'), 'Carla')
  await person.click(await screen.findByRole('option', { name: /Carla Cruz/ }))
  await person.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Wrong chart')
  answer(photos.move, { data: after })
  await person.click(dialog.getByRole('button', { name: 'Move photo' }))
  expect(await screen.findByText('The photo is now in the chart of Carla Cruz.')).toBeTruthy()
  expect(sentBodies).toContainEqual({ client_id: contact.client_id, reason: 'Wrong chart' })
})

test('a download for publication is offered only with the consent of the client, and a message says why a download was refused', async () => {
  const { person } = draw([{ ...after, may_publish: true }, before])
  await openPhoto(person, 'Front, Sep 1, 2026')
  expect(await screen.findByText('Not for publication')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download for publication' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Close' }))
  await openPhoto(person, 'Front, Nov 20, 2026')
  refuse(publicationContract.download, { status: 409, code: 'conflict', message: 'The client has withdrawn.' })
  await person.click(await screen.findByRole('button', { name: 'Download for publication' }))
  expect(await screen.findByText('The client has withdrawn.')).toBeTruthy()
})

const consent = {
  id: sampleId(400),
  photo_id: after.id,
  is_given: true,
  decided_on: '2026-11-20',
  purpose: 'Website',
  asked_by: 'Ana Reyes',
  recorded_at: '2026-11-20T10:00:00+08:00',
  recorded_by: 'Ana Reyes',
}

test('after a publication consent or its withdrawal was recorded, the open photo shows at once whether it may be published', async () => {
  const { person } = draw([{ ...after, may_publish: true }])
  await openPhoto(person, 'Front, Nov 20, 2026')
  await person.click(await screen.findByRole('button', { name: 'More actions' }))
  const withdrawn = { ...consent, is_given: false, purpose: null }
  answer(publicationContract.consents, { data: [consent] })
  answer(publicationContract.withdraw, { data: withdrawn })
  await person.click(await screen.findByRole('menuitem', { name: 'Consent to publication' }))
  await person.click(await screen.findByRole('button', { name: 'Client withdraws consent' }))
  answer(publicationContract.consents, { data: [withdrawn] })
  answer(photos.list, pageOf([{ ...after, may_publish: false }]))
  await person.click(await screen.findByRole('button', { name: 'Record withdrawal' }))
  expect(await screen.findByText('Not for publication')).toBeTruthy()
  expect(screen.queryByText('Download for publication')).toBeNull()
  answer(publicationContract.give, { data: consent })
  answer(photos.list, pageOf([{ ...after, may_publish: true }]))
  await person.click(screen.getByRole('button', { name: 'Record a consent' }))
  await person.type(await screen.findByRole('textbox', { name: /What may/ }), 'Website')
  await person.click(screen.getByRole('button', { name: 'Record consent' }))
  expect(await screen.findByText('Download for publication')).toBeTruthy()
  expect(screen.queryByText('Not for publication')).toBeNull()
})

test('a publication consent is recorded for one photo, with the purpose, the day and who asked', async () => {
  const { person } = draw()
  await openPhoto(person, 'Front, Nov 20, 2026')
  await person.click(await screen.findByRole('button', { name: 'More actions' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Consent to publication' }))
  expect(await screen.findByText('The client has not been asked yet.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Record a consent' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'The client agrees' }))
  await person.click(dialog.getByRole('button', { name: 'Record consent' }))
  expect(await dialog.findByText('Enter what the photos may be used for.')).toBeTruthy()
  answer(publicationContract.give, { data: consent })
  answer(publicationContract.consents, { data: [consent] })
  await person.type(dialog.getByRole('textbox', { name: /What may/ }), 'Website')
  await person.click(dialog.getByRole('button', { name: 'Record consent' }))
  expect(await screen.findByText('Agreed on Nov 20, 2026')).toBeTruthy()
  expect(sentBodies).toContainEqual(
    expect.objectContaining({ photo_id: after.id, purpose: 'Website', asked_by: 'Ana Reyes' }),
  )
  answer(publicationContract.withdraw, { data: { ...consent, is_given: false, purpose: null } })
  await person.click(screen.getByRole('button', { name: 'Client withdraws consent' }))
  await person.click(await screen.findByRole('button', { name: 'Record withdrawal' }))
  expect(await screen.findByText('The withdrawal is recorded.')).toBeTruthy()
  expect(asked).toContain(`POST /api/charts/${clientId}/publication-withdrawals`)
})

test('the comparison of chart photos opens with the suggested pair, is zoomed with keys, and has a slider between the photos', async () => {
  const { person } = draw()
  await person.click(await screen.findByRole('button', { name: 'Compare' }))
  const first = await screen.findByRole('img', { name: 'Before: Front, Sep 1, 2026' })
  const second = screen.getByRole('img', { name: 'After: Front, Nov 20, 2026' })
  expect(screen.getByText('80 days apart')).toBeTruthy()
  screen.getByRole('group', { name: 'Photo before' }).focus()
  await person.keyboard('+')
  expect(first.style.transform).toContain('scale(1.25)')
  expect(second.style.transform).toBe(first.style.transform)
  await person.click(screen.getByRole('radio', { name: 'Slider' }))
  expect(screen.getByRole('slider', { name: 'Divider between before and after' })).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Whole photo' }))
  expect(screen.getByRole('img', { name: 'After: Front, Nov 20, 2026' }).style.transform).toContain('scale(1)')
})
