import { webcrypto } from 'node:crypto'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleId } from '#web/test/samples.ts'
import { drawScreen } from '#web/test/screen.tsx'
import { photoQueue } from './photo-queue.ts'
import { UploadDialog } from './upload-dialog.tsx'

const draw = () => drawScreen(<UploadDialog open onClose={() => undefined} clientId={sampleId(62)} />)
const choose = (...files: File[]) =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })

afterEach(async () => {
  for (const { id } of photoQueue.current()) await photoQueue.remove(id)
})

test('photos are uploaded only if at least one is chosen, and photos of the body only with the body part', async () => {
  const { person } = draw()
  await person.click(await screen.findByRole('button', { name: 'Upload' }))
  expect(await screen.findByText('Choose at least one photo.')).toBeTruthy()
  choose(new File(['x'], 'arm.jpg', { type: 'image/jpeg' }))
  expect(await screen.findByText('1 photo chosen')).toBeTruthy()
  await person.click(screen.getByRole('radio', { name: 'Body part' }))
  await person.click(screen.getByRole('button', { name: 'Upload' }))
  expect(await screen.findByText('Enter which part the photo shows.')).toBeTruthy()
  expect(photoQueue.current()).toEqual([])
})

test('an iPhone photo that the browser cannot read, and a file that is no picture, are refused by name', async () => {
  const { person } = draw()
  choose(new File(['x'], 'IMG_1.HEIC'), new File(['x'], 'notes.pdf', { type: 'application/pdf' }))
  await person.click(await screen.findByRole('button', { name: 'Upload' }))
  expect(await screen.findByText('IMG_1.HEIC')).toBeTruthy()
  expect(screen.getByText(/This browser cannot read iPhone photos/)).toBeTruthy()
  expect(screen.getByText('notes.pdf')).toBeTruthy()
  expect(photoQueue.current()).toEqual([])
})

test('a chosen photo that can no longer be read is refused by name, and the other photos are queued, also in a page without crypto.randomUUID', async () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => webcrypto.getRandomValues(bytes) })
  const gone = new File(['x'], 'gone.jpg', { type: 'image/jpeg' })
  gone.arrayBuffer = () => Promise.reject(new Error('The file was deleted.'))
  const { person } = draw()
  choose(gone, new File(['x'], 'face.jpg', { type: 'image/jpeg' }))
  await person.click(await screen.findByRole('button', { name: 'Upload' }))
  expect(await screen.findByText('gone.jpg')).toBeTruthy()
  expect(screen.getByText('This picture could not be read. Please choose another.')).toBeTruthy()
  await expect.poll(() => photoQueue.current().map(({ name }) => name)).toEqual(['face.jpg'])
  vi.unstubAllGlobals()
})
