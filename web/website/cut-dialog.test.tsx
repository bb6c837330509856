import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { websiteContract as contract } from '#shared/website/contract.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { areaOf, CutDialog, frameOf, type Frame } from './cut-dialog.tsx'

const picture = { id: sampleId(1), width: 3000, height: 2000, placeholder: '' }

async function open(onCut = (_: string) => undefined as void) {
  answer(contract.wholePicture, { data: { ...picture, widths: [320, 640, 960, 1440], area: null } })
  const { person } = drawScreen(<CutDialog open id={picture.id} onClose={() => undefined} onCut={onCut} />)
  await screen.findByRole('slider', { name: 'Zoom' })
  return person
}
const slide = (name: string, value: number) =>
  fireEvent.change(screen.getByRole('slider', { name }), { target: { value: String(value) } })

test('the crop of a picture is chosen by shape, zoom and position, and sent in fractions of the whole picture', async () => {
  const onCut = vi.fn()
  const person = await open(onCut)
  await person.click(screen.getByRole('radio', { name: '1:1' }))
  slide('Zoom', 2)
  slide('Position, left to right', 1)
  slide('Position, top to bottom', 0)
  answer(contract.cutPicture, { data: { ...picture, id: sampleId(2) } })
  await person.click(screen.getByRole('button', { name: 'USE THIS PART' }))
  await waitFor(() => expect(onCut).toHaveBeenCalledWith(sampleId(2)))
  const body = sentBodies.at(-1) as { left: number; top: number; width: number; height: number }
  expect(body.width * 3000).toBeCloseTo(1000)
  expect(body.height * 2000).toBeCloseTo(1000)
  expect([body.left * 3000, body.top]).toEqual([expect.closeTo(2000), 0])
})

test('when the crop of a picture is rejected, the dialog stays open and shows why', async () => {
  const onCut = vi.fn()
  const person = await open(onCut)
  refuse(contract.cutPicture, { status: 422, code: 'validation', message: 'This part is too small.' })
  await person.click(screen.getByRole('button', { name: 'USE THIS PART' }))
  expect(await screen.findByText('This part is too small.')).toBeTruthy()
  expect(onCut).not.toHaveBeenCalled()
})

test.each<[string, Frame, number]>([
  ['a square of a wide picture', { shape: 1, zoom: 1.5, x: 0.25, y: 0.75 }, 1.5],
  ['a portrait of a wide picture', { shape: 4 / 5, zoom: 1, x: 0.5, y: 0.5 }, 1.78],
  ['a band of a high picture', { shape: 16 / 9, zoom: 2, x: 0, y: 1 }, 0.75],
  ['the picture’s own shape', { shape: 0, zoom: 3, x: 0.4, y: 0.6 }, 0.7],
])('the cropping dialog shows an existing crop again: %s', (_, frame, ratio) => {
  const found = frameOf(areaOf(frame, ratio), ratio)
  expect(areaOf(found, ratio)).toEqual(
    Object.fromEntries(Object.entries(areaOf(frame, ratio)).map(([key, value]) => [key, expect.closeTo(value, 6)])),
  )
  expect(found.shape).toBe(frame.shape)
})
