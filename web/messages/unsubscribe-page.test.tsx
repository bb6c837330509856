import { screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { unsubscribeContract as contract } from '#shared/messages/unsubscribe-contract.ts'
import { newsMessages as s } from '#shared/privacy/messages.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import UnsubscribePage from './unsubscribe-page.tsx'

const ended = { is_wanted: false, clinic: 'Perlas', address: 'm…@example.ph', may_undo: true }

function open(token: string) {
  window.location.hash = token
  onTestFinished(() => {
    window.location.hash = ''
  })
  return drawScreen(<UnsubscribePage />)
}

test('opening an unsubscribe link ends the news at once; the page shows what changed, and offers to subscribe again', async () => {
  answer(contract.unsubscribe, { data: ended })
  const { person } = open('the-token')
  expect(await screen.findByRole('heading', { name: s.unsubscribed })).toBeTruthy()
  expect(screen.getByText(s.unsubscribedOf('Perlas', 'm…@example.ph'))).toBeTruthy()
  answer(contract.undo, { data: { ...ended, is_wanted: true } })
  await person.click(screen.getByRole('button', { name: s.undo }))
  expect(await screen.findByRole('heading', { name: s.backAgain })).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.again }))
  expect(await screen.findByRole('heading', { name: s.unsubscribed })).toBeTruthy()
  expect(sentBodies).toEqual(Array.from({ length: 3 }, () => ({ token: 'the-token' })))
})

test('the page of an unsubscribe link does not offer news to a client who never subscribed', async () => {
  answer(contract.unsubscribe, { data: { ...ended, may_undo: false } })
  open('another-token')
  expect(await screen.findByRole('heading', { name: s.unsubscribed })).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.undo })).toBeNull()
})

test('the page of an invalid unsubscribe link says where else to unsubscribe; Try again repeats a request that failed', async () => {
  refuse(contract.unsubscribe, { status: 404, message: s.linkVoid })
  const { person } = open('void-token')
  expect(await screen.findByRole('heading', { name: s.linkVoidTitle })).toBeTruthy()
  expect(screen.getByRole('link', { name: s.toProfile })).toBeTruthy()
  refuse(contract.unsubscribe, { status: 503, message: 'The clinic is busy.' })
  window.location.hash = 'good-token'
  expect(await screen.findByText('The clinic is busy.')).toBeTruthy()
  answer(contract.unsubscribe, { data: ended })
  await person.click(screen.getByRole('button', { name: s.tryAgain }))
  expect(await screen.findByRole('heading', { name: s.unsubscribed })).toBeTruthy()
})
