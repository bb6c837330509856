import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { inventoryContract as contract } from '#shared/inventory/contract.ts'
import { ApiError, type CallOptions } from '#shared/lib/http-client.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { category, listOf, sampleId } from '#web/test/samples.ts'
import {
  answer,
  answerLater,
  asked,
  breakOff,
  drawScreen,
  loseConnection,
  refuse,
  stayQuiet,
} from '#web/test/screen.tsx'
import { useAction, type ActionOptions, type Outcome } from './use-action.ts'
import { useRead } from './use-read.ts'

const input = { params: { id: sampleId(21) } }
const deleted = { message: 'Deleted.' }
type Options = Partial<ActionOptions<typeof input, typeof deleted>>

/** A test component with a button that deletes an item of a list. */
function Remove({ onOutcome, ...options }: Options & { onOutcome?: (outcome: Outcome<typeof deleted>) => void }) {
  const list = useRead(contract.categories, { querystring: {} })
  const remove = useAction(contract.deleteCategory, {
    done: 'Gone.',
    failed: 'Not deleted.',
    reread: [contract.categories],
    ...options,
  })
  const run = async () => {
    const outcome = await remove.run(input)
    onOutcome?.(outcome)
  }
  return (
    <>
      <p>{list.data?.data.map(({ name }) => name).join() ?? 'Nothing yet'}</p>
      <button aria-busy={remove.busy} onClick={() => void run()}>
        Delete
      </button>
    </>
  )
}

async function open(options: Options & { onOutcome?: (outcome: Outcome<typeof deleted>) => void } = {}) {
  answer(contract.categories, listOf(category))
  const { person } = drawScreen(<Remove {...options} />)
  await screen.findByText('Serums')
  return person
}

const button = () => screen.getByRole('button', { name: 'Delete' })
const deletions = () => asked.filter((call) => call.startsWith('DELETE'))

test('a successful change shows a message, and the data that it affects is read again', async () => {
  const person = await open()
  answer(contract.deleteCategory, deleted)
  answer(contract.categories, listOf())
  await person.click(button())
  expect(await screen.findByText('Gone.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Serums')).toBeNull())
})

test('a change that failed without a connection can be retried at once, even while lists are still being reloaded', async () => {
  const person = await open()
  loseConnection(contract.deleteCategory)
  stayQuiet(contract.categories)
  await person.click(button())
  expect(await screen.findByText('Not deleted.')).toBeTruthy()
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
  answer(contract.deleteCategory, deleted)
  await person.click(button())
  expect(await screen.findByText('Gone.')).toBeTruthy()
})

test('a change shows that it is in progress until it is answered, and is not sent twice meanwhile', async () => {
  const outcomes: string[] = []
  const person = await open({ onOutcome: ({ kind }) => outcomes.push(kind) })
  const release = answerLater(contract.deleteCategory, deleted)
  await person.dblClick(button())
  expect(button().getAttribute('aria-busy')).toBe('true')
  expect(deletions()).toHaveLength(1)
  release()
  await screen.findByText('Gone.')
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
  expect(deletions()).toHaveLength(1)
  expect(outcomes).toEqual(['skipped', 'done'])
  await person.click(button())
  await waitFor(() => expect(deletions()).toHaveLength(2))
})

test.each([
  ['rejected', () => refuse(contract.deleteCategory, { status: 409, message: 'In use.' }), 'In use.'],
  ['never answered', () => loseConnection(contract.deleteCategory), 'No response from server. Please try again.'],
  [
    'answered too late',
    () => breakOff(contract.deleteCategory, new DOMException('', 'TimeoutError')),
    'Request timed out. Please try again.',
  ],
  [
    'cancelled',
    () => breakOff(contract.deleteCategory, new DOMException('', 'AbortError')),
    'Request was canceled. Please try again.',
  ],
])('a change that is %s shows an error with the reason, and the changed list is loaded again', async (_, set, why) => {
  const person = await open()
  const before = asked.length
  set()
  await person.click(button())
  expect(await screen.findByText('Not deleted.')).toBeTruthy()
  expect(await screen.findByText(why)).toBeTruthy()
  await waitFor(() => expect(asked.slice(before)).toContain('GET /api/categories'))
  expect(button().getAttribute('aria-busy')).toBe('false')
})

test('a page can show the error of a failed change in its own way, or not at all', async () => {
  const person = await open({ failed: (error) => (error.status === 404 ? null : { title: 'Still in use.' }) })
  refuse(contract.deleteCategory, { status: 404, message: 'Not found.', code: 'not_found' })
  await person.click(button())
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
  expect(screen.queryByText('Not found.')).toBeNull()
  refuse(contract.deleteCategory, { status: 409, message: 'In use.' })
  await person.click(button())
  expect(await screen.findByText('Still in use.')).toBeTruthy()
})

const question = { title: 'Delete it?', confirmLabel: 'Yes', busyLabel: 'Deleting...' }

test('a change with a confirmation does nothing on «Cancel», and runs inside the dialog on «Yes»', async () => {
  const person = await open({ ask: () => question })
  await person.click(button())
  await person.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(deletions()).toEqual([])
  const release = answerLater(contract.deleteCategory, deleted)
  await person.click(button())
  await person.click(await screen.findByRole('button', { name: 'Yes' }))
  expect(await screen.findByRole('button', { name: 'Deleting...' })).toBeTruthy()
  release()
  expect(await screen.findByText('Gone.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

function Leaving({ until }: { until: Promise<void> }) {
  const [isHere, setIsHere] = useState(true)
  return (
    <>
      {isHere && <Remove ask={() => until.then(() => question)} />}
      <button onClick={() => setIsHere(false)}>Leave</button>
    </>
  )
}

test('a confirmation whose text loads late does not open over another page', async () => {
  let release: () => void = () => undefined
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  answer(contract.categories, listOf(category))
  const { person } = drawScreen(<Leaving until={until} />)
  await person.click(await screen.findByRole('button', { name: 'Delete' }))
  await person.click(screen.getByRole('button', { name: 'Leave' }))
  release()
  await until
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(deletions()).toEqual([])
})

test('repeating a change after a lost answer uses the same idempotency key, and another change uses a new key', async () => {
  const keys: (string | null)[] = []
  const send = (_: string, options: CallOptions) => {
    keys.push(options.idempotencyKey ?? null)
    return keys.length === 1 ? Promise.reject(new ApiError(0, 'no_answer', 'Lost.')) : Promise.resolve('kept')
  }
  function Pay() {
    const pay = useAction(send, { failed: 'Not paid.', idempotent: salesContract.checkout.idempotent })
    return <button onClick={() => void pay.run('order')}>Pay</button>
  }
  const { person } = drawScreen(<Pay />)
  for (let time = 0; time < 3; time++) await person.click(screen.getByRole('button', { name: 'Pay' }))
  expect(keys).toHaveLength(3)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
})
