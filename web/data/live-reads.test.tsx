import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { liveContract } from '#shared/appointments/live-contract.ts'
import { walkInsContract } from '#shared/walk-ins/contract.ts'
import { useEventStream } from '#web/lib/event-stream.ts'
import { answer, asked, drawScreen } from '#web/test/screen.tsx'
import { useRead } from './use-read.ts'

/** Shows live data and other data while it is mounted. It does not react to events itself. */
function Reader() {
  useRead(liveContract.requestCount, {}, { live: true })
  const other = useRead(walkInsContract.queue, {})
  return <p>{other.data ? 'shown' : 'loading'}</p>
}

const reload = vi.fn()

function Page() {
  const [isOpen, setIsOpen] = useState(true)
  useEventStream(reload)
  return (
    <>
      <button onClick={() => setIsOpen(!isOpen)}>Turn</button>
      {isOpen && <Reader />}
    </>
  )
}

test('live data that was not displayed when an event arrived is loaded again once it is displayed; other data is not', async () => {
  answer(liveContract.requestCount, { data: { requests: 1 } })
  answer(walkInsContract.queue, { data: [] })
  const { person } = drawScreen(<Page />, { role: 'cashier' })
  await screen.findByText('shown')
  const turn = () => person.click(screen.getByRole('button', { name: 'Turn' }))
  const counts = () =>
    [liveContract.requestCount, walkInsContract.queue].map((e) => asked.filter((one) => one === `GET ${e.url}`).length)
  await turn()
  await turn()
  await screen.findByText('shown')
  expect(counts()).toEqual([1, 1])
  await turn()
  // The tab that holds the event stream forwards each event to the other tabs of the browser.
  const otherTab = new BroadcastChannel('mutya.live-news')
  otherTab.postMessage({ kind: 'news' })
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  otherTab.close()
  await turn()
  // The test waits less than a minute, because live data is loaded again every minute anyway.
  await expect.poll(counts, { timeout: 20_000 }).toEqual([2, 1])
})
