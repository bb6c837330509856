import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { drawScreen } from '#web/test/screen.tsx'
import { useTillKey } from './till-keys.tsx'

const pressed = vi.fn()

function Till() {
  useTillKey('p', pressed)
  return <p>Till</p>
}

/** A keydown event as the browser sends it. */
const press = (init: KeyboardEventInit) => document.dispatchEvent(new KeyboardEvent('keydown', init))

test('a keyboard shortcut of the till works with Caps Lock, but not while Shift or Ctrl is held down', () => {
  drawScreen(<Till />)
  expect(screen.getByText('Till')).toBeTruthy()
  press({ key: 'p' })
  press({ key: 'P' })
  expect(pressed.mock.calls).toEqual([['p'], ['p']])
  press({ key: 'P', shiftKey: true })
  press({ key: 'P', ctrlKey: true })
  expect(pressed).toHaveBeenCalledTimes(2)
})
