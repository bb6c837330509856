import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { StrokePad } from './stroke-pad.tsx'

test('a stroke pad draws no more points and strokes than its limits allow', () => {
  const onChange = vi.fn()
  const limits = { strokes: 2, points: 20 }
  const pad = (strokes: [number, number][][]) => (
    <StrokePad label="Sign" size="signature" strokes={strokes} onChange={onChange} limits={limits} />
  )
  const { rerender } = render(pad([]))
  const svg = screen.getByRole('img', { name: 'Sign' })
  // jsdom lays nothing out and captures no pointers.
  svg.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 500, height: 200 })
  Object.assign(svg, { setPointerCapture: () => undefined })
  const at = (x: number, pointerId = 1) => ({ pointerId, button: 0, clientX: x, clientY: 100 })
  fireEvent.pointerDown(svg, at(0))
  // A second finger on the pad draws nothing.
  fireEvent.pointerDown(svg, at(400, 2))
  for (let n = 1; n < 30; n++) fireEvent.pointerMove(svg, at(n * 10))
  fireEvent.pointerUp(svg, at(290))
  expect(onChange.mock.calls.map(([strokes]) => strokes[0].length)).toEqual([20])
  const line: [number, number][] = [
    [0, 0],
    [10, 0],
  ]
  rerender(pad([line, line]))
  fireEvent.pointerDown(svg, at(0))
  fireEvent.pointerUp(svg, at(0))
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('a stroke pad discards a stroke that the browser cancels or during which the pad is disabled, and draws the next one', () => {
  const onChange = vi.fn()
  const pad = (disabled: boolean) => (
    <StrokePad
      label="Sign"
      size="signature"
      strokes={[]}
      onChange={onChange}
      limits={{ strokes: 9, points: 90 }}
      disabled={disabled}
    />
  )
  const { rerender } = render(pad(false))
  const svg = screen.getByRole('img', { name: 'Sign' })
  svg.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 500, height: 200 })
  Object.assign(svg, { setPointerCapture: () => undefined })
  const at = (x: number, pointerId: number) => ({ pointerId, button: 0, clientX: x, clientY: 100 })
  fireEvent.pointerDown(svg, at(0, 1))
  fireEvent.pointerMove(svg, at(90, 1))
  fireEvent.pointerCancel(svg, at(90, 1))
  expect(onChange).not.toHaveBeenCalled()
  expect(svg.querySelectorAll('path')).toHaveLength(0)
  fireEvent.pointerDown(svg, at(0, 2))
  rerender(pad(true))
  fireEvent.pointerUp(svg, at(0, 2))
  rerender(pad(false))
  fireEvent.pointerDown(svg, at(0, 3))
  fireEvent.pointerMove(svg, at(250, 3))
  fireEvent.pointerUp(svg, at(250, 3))
  expect(onChange.mock.calls).toEqual([
    [
      [
        [
          [0, 500],
          [500, 500],
        ],
      ],
    ],
  ])
})
