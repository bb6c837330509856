import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Pager } from './pager.tsx'

afterEach(cleanup)
const nothing = () => undefined

test('a pager is hidden if there is only one page; with the option `keep` it shows «Page 1 of 1» and disabled buttons', () => {
  const { container } = render(<Pager page={1} pageCount={1} onChange={nothing} />)
  expect(container.innerHTML).toBe('')
  render(<Pager page={1} pageCount={1} onChange={nothing} variant="steps" keep />)
  expect(screen.getByText('Page 1 of 1')).toBeTruthy()
  const steps = screen.getAllByRole('button')
  expect(steps.map((step) => step.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
})
