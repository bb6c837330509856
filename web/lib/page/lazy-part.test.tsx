import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

afterEach(cleanup)

const Board = ({ name }: { name: string }) => <p>Board of {name}</p>

/** A lazily loaded part of a page, whose loading ends when the test says so. */
function aPart() {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const loads: number[] = []
  const Part = lazyPart<{ name: string }>(async () => {
    loads.push(loads.length)
    await arrived
    return Board
  })
  return { Part, loads, arrive: () => act(async () => arrive()) }
}

function Page({ part: Part }: { part: ReturnType<typeof aPart>['Part'] }) {
  const [name, setName] = useState('')
  return (
    <Suspense fallback="Loading">
      <button onClick={() => setName('Ana')}>Open</button>
      {name && <Part name={name} />}
    </Suspense>
  )
}

test('a lazily loaded part of a page opens immediately if it was loaded before', async () => {
  const { Part, loads, arrive } = aPart()
  render(<Page part={Part} />)
  Part.preload()
  await expect.poll(() => loads).toHaveLength(1)
  await arrive()
  act(() => screen.getByText('Open').click())
  expect(screen.getByText('Board of Ana')).toBeTruthy()
  expect(screen.queryByText('Loading')).toBeNull()
})

test('a lazily loaded part of a page opens once it has loaded', async () => {
  const { Part, arrive } = aPart()
  render(<Page part={Part} />)
  act(() => screen.getByText('Open').click())
  expect(screen.getByText('Loading')).toBeTruthy()
  await arrive()
  expect(await screen.findByText('Board of Ana')).toBeTruthy()
})
