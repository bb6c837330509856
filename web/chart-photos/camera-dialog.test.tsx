import { fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { photoSample } from '#web/test/chart-photo-samples.ts'
import { sampleId } from '#web/test/samples.ts'
import { drawScreen } from '#web/test/screen.tsx'
import { CameraDialog } from './camera-dialog.tsx'
import { thumbnailPath } from './photo-address.ts'

const front = photoSample({ id: sampleId(301) })
const arm = photoSample({ id: sampleId(303), angle: 'body', area: 'Left arm' })
const groups = [front, arm].map((photo) => ({ count: 1, first: photo, last: photo }))

const draw = () => drawScreen(<CameraDialog open onClose={() => undefined} clientId={sampleId(62)} groups={groups} />)

/** Gives jsdom a camera, which it lacks. */
function giveCamera(getUserMedia: () => Promise<unknown>): void {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
}

const overlay = () => document.querySelector<HTMLImageElement>('.camera-overlay')

test('the camera shows the last photo of the chosen angle and body part over its live picture, with an adjustable opacity', async () => {
  giveCamera(async () => ({ getTracks: () => [] }))
  const { person } = draw()
  const shutter = await screen.findByRole('button', { name: 'Take photo' })
  await vi.waitFor(() => expect(overlay()?.getAttribute('src')).toBe(thumbnailPath(front.id)))
  expect(overlay()?.style.opacity).toBe('0.35')
  fireEvent.change(screen.getByRole('slider', { name: 'Visibility of the last photo' }), { target: { value: '60' } })
  expect(overlay()?.style.opacity).toBe('0.6')
  await person.click(screen.getByRole('radio', { name: 'Left side' }))
  expect(overlay()).toBeNull()
  // A photo of the body needs its part, and is compared with photos of the same part.
  await person.click(screen.getByRole('radio', { name: 'Body part' }))
  expect(shutter.hasAttribute('disabled')).toBe(true)
  await person.type(screen.getByRole('textbox', { name: /Part/ }), 'left arm')
  expect(overlay()?.getAttribute('src')).toBe(thumbnailPath(arm.id))
  expect(shutter.hasAttribute('disabled')).toBe(false)
})

test('without a camera, or without permission for it, photos are chosen from the device, and the screen says why', async () => {
  draw()
  expect(await screen.findByText(/The camera cannot be used here/)).toBeTruthy()
  expect(screen.getByLabelText('Choose photos').getAttribute('capture')).toBe('environment')
})

test('when the browser does not allow the camera, a message says that it is not allowed', async () => {
  giveCamera(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  draw()
  expect(await screen.findByText(/The browser does not allow the camera/)).toBeTruthy()
})
