import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ErrorPanel } from './error-panel.tsx'

afterEach(cleanup)

function Place({ replaced }: { replaced: boolean }) {
  const [failed, setFailed] = useState(true)
  return (
    <>
      <section aria-label="Place">
        {failed && <ErrorPanel message="Not loaded." onRetry={() => setFailed(false)} />}
        {!failed && replaced && <div role="group" aria-label="Figures" />}
      </section>
      <button onClick={() => setFailed(false)}>Elsewhere</button>
    </>
  )
}

async function tryAgain(replaced: boolean, button = 'Try again') {
  const person = userEvent.setup()
  render(<Place replaced={replaced} />)
  await person.click(screen.getByRole('button', { name: button }))
}

test('the focus of «Try again» goes to what replaces the failure', async () => {
  await tryAgain(true)
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Figures' }))
})

test('with nothing in its place the focus stays where the failure was', async () => {
  await tryAgain(false)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Place' }))
})

test('a failure that goes by itself leaves the focus alone', async () => {
  await tryAgain(true, 'Elsewhere')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }))
})
