import { expect, test } from 'vitest'
import { moveBy, viewAfterKey, viewAfterPinch, WHOLE, zoomAt } from './zoom.ts'

test('zooming a compared photo keeps the point under the pointer in its place, and never shows less than the whole photo', () => {
  const at = { x: 0.2, y: -0.1 }
  const zoomed = zoomAt(WHOLE, 2, at)
  // A point of the picture is drawn at offset + point × scale; the point at `at` must not move when the picture is
  // enlarged.
  expect(zoomed.x + at.x * zoomed.scale).toBeCloseTo(at.x)
  expect(zoomed.y + at.y * zoomed.scale).toBeCloseTo(at.y)
  expect(zoomAt(zoomed, 0.01)).toEqual(WHOLE)
  expect(zoomAt(WHOLE, 100).scale).toBe(8)
})

test('a zoomed photo cannot be moved out of its pane', () => {
  expect(moveBy(WHOLE, { x: 1, y: 1 })).toEqual(WHOLE)
  expect(moveBy({ scale: 3, x: 0, y: 0 }, { x: 5, y: -5 })).toEqual({ scale: 3, x: 1, y: -1 })
})

test('in the comparison of photos, keys zoom and move a photo, and 0 shows the whole photo again', () => {
  const zoomed = viewAfterKey(WHOLE, '+')!
  expect(zoomed.scale).toBeGreaterThan(1)
  expect(viewAfterKey(zoomed, 'ArrowLeft')!.x).toBeGreaterThan(0)
  expect(viewAfterKey(zoomed, '0')).toEqual(WHOLE)
  expect(viewAfterKey(zoomed, 'a')).toBeNull()
})

test('in the comparison of photos, spreading two fingers enlarges a photo, and moving them together moves it', () => {
  const before = [
    { x: -0.1, y: 0 },
    { x: 0.1, y: 0 },
  ] as const
  const spread = [
    { x: -0.2, y: 0 },
    { x: 0.2, y: 0 },
  ] as const
  const zoomed = viewAfterPinch(WHOLE, before, spread)
  expect(zoomed).toMatchObject({ scale: 2, x: 0 })
  const moved = [
    { x: 0, y: 0.1 },
    { x: 0.2, y: 0.1 },
  ] as const
  expect(viewAfterPinch(zoomed, before, moved)).toMatchObject({
    scale: 2,
    x: expect.closeTo(0.1),
    y: expect.closeTo(0.1),
  })
})
