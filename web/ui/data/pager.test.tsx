import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Pager } from './pager.tsx'

afterEach(cleanup)
const nothing = () => undefined

test('for a single page a pager is hidden, and one that always stays visible shows «Page 1 of 1» with disabled buttons', () => {
  const { container } = render(<Pager page={1} pageCount={1} onChange={nothing} />)
  expect(container.innerHTML).toBe('')
  render(<Pager page={1} pageCount={1} onChange={nothing} variant="steps" keep />)
  expect(screen.getByText('Page 1 of 1')).toBeTruthy()
  const steps = screen.getAllByRole('button')
  expect(steps.map((step) => step.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
})
