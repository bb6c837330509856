import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useMinute, useNow, useToday } from './use-now.ts'

afterEach(() => vi.useRealTimers())

let minutesDrawn = 0

function Seconds() {
  return <p data-testid="second">{useNow().toISOString()}</p>
}

function Minutes() {
  minutesDrawn++
  return <p data-testid="minute">{useMinute().toISOString()}</p>
}

const Today = () => <p data-testid="today">{useToday()}</p>

const textOf = (id: string) => screen.getAllByTestId(id).map((one) => one.textContent)

test('any number of clocks on a page use one timer a second, and only clocks whose text changed are drawn again', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T15:59:58.000Z') })
  const { unmount } = render(
    <>
      <Seconds />
      <Seconds />
      <Minutes />
      <Minutes />
      <Today />
    </>,
  )
  expect(vi.getTimerCount()).toBe(3)
  minutesDrawn = 0
  act(() => void vi.advanceTimersByTime(1_000))
  expect(textOf('second')).toEqual(['2026-11-21T15:59:59.000Z', '2026-11-21T15:59:59.000Z'])
  expect(minutesDrawn).toBe(0)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(textOf('minute')).toEqual(['2026-11-21T16:00:00.000Z', '2026-11-21T16:00:00.000Z'])
  expect(textOf('today')).toEqual(['2026-11-22'])
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
