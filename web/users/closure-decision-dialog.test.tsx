import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { closureRequestContract } from '#shared/users/contract.ts'
import { closureRequestMessages as s } from '#shared/users/messages.ts'
import { user } from '#web/test/samples.ts'
import { drawScreen, loseConnection, refuse } from '#web/test/screen.tsx'
import { ClosureDecisionDialog } from './closure-decision-dialog.tsx'

const ANSWER = 'Your visit on Friday has to be paid first.'
const asking = { ...user, closure_request: { requested_at: '2026-11-21T09:00:00+08:00', reason: null } }

/** Declines a closure request with a typed answer; returns whether the dialog was closed. */
async function decline() {
  const close = vi.fn<() => void>()
  const dialog = <ClosureDecisionDialog open user={asking} onClose={close} onGone={() => undefined} />
  const { person } = drawScreen(dialog)
  await person.click(await screen.findByText(s.decline))
  await person.type(await screen.findByRole('textbox'), ANSWER)
  await person.click(screen.getByRole('button', { name: s.declineSend }))
  expect((await screen.findAllByText(s.notDecided)).length).toBeGreaterThan(0)
  return close
}

test.each<[string, () => void]>([
  ['a lost connection', () => loseConnection(closureRequestContract.decide)],
  ['a server that is down', () => refuse(closureRequestContract.decide, { status: 503 })],
  ['a rate limit', () => refuse(closureRequestContract.decide, { status: 429, message: 'Later.' })],
])('a typed answer to a closure request is kept after %s', async (_, fail) => {
  fail()
  const close = await decline()
  expect(close).not.toHaveBeenCalled()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(ANSWER)
})

test.each([
  ['that was decided meanwhile', { status: 409, code: 'state_moved', message: 'Not open any more.' }],
  ['of a deleted account', { status: 404, code: 'not_found', message: 'User not found.' }],
])('the dialog of a closure request %s closes when an admin answers it', async (_, error) => {
  refuse(closureRequestContract.decide, error)
  expect(await decline()).toHaveBeenCalled()
})
