import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ErrorPanel } from './load-states.tsx'

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

test('after «Try again» the focus moves to the content that replaces the error', async () => {
  await tryAgain(true)
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Figures' }))
})

test('if nothing replaces an error after «Try again», the focus moves to the region where the error was', async () => {
  await tryAgain(false)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Place' }))
})

test('a loading error that disappears without «Try again» does not move the focus', async () => {
  await tryAgain(true, 'Elsewhere')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }))
})
