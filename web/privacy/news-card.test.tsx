import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newsContract, type NewsChoice, type NotedNewsChoice } from '#shared/privacy/news-contract.ts'
import { newsMessages as s } from '#shared/privacy/messages.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { ClientNews, MyNews } from './news-card.tsx'

const never = {
  is_wanted: false,
  given_at: null,
  given_where: null,
  withdrawn_at: null,
  withdrawn_where: null,
}
const email: NewsChoice = { ...never, channel: 'email' }
const sms: NewsChoice = { ...never, channel: 'sms' }
const given = { is_wanted: true, given_at: '2026-11-21T09:00:00+08:00', given_where: 'profile' } as const

test('news by e-mail and by SMS are off at first; each has its own switch, which says since when and where it was switched on', async () => {
  answer(newsContract.mine, { data: [email, sms] })
  const { person } = drawScreen(<MyNews />, { role: 'client' })
  const first = await screen.findByRole('switch', { name: s.channel.email })
  expect(first.getAttribute('aria-checked')).toBe('false')
  expect(screen.getAllByText(s.never)).toHaveLength(2)
  const after = [{ ...email, ...given }, sms]
  answer(newsContract.mine, { data: after })
  answer(newsContract.chooseMine, { data: after })
  await person.click(first)
  expect(await screen.findByText(s.on.email)).toBeTruthy()
  expect(await screen.findByText('On since Nov 21, 2026, 9:00 AM, in the profile')).toBeTruthy()
  expect(screen.getByRole('switch', { name: s.channel.sms }).getAttribute('aria-checked')).toBe('false')
  expect(sentBodies).toEqual([{ channel: 'email', is_wanted: true }])
})

test('a news choice that could not be saved shows an error, and the switch does not change', async () => {
  answer(newsContract.mine, { data: [{ ...email, ...given }, sms] })
  const { person } = drawScreen(<MyNews />, { role: 'client' })
  refuse(newsContract.chooseMine, { status: 503, message: 'The clinic is busy.' })
  await person.click(await screen.findByRole('switch', { name: s.channel.email }))
  expect(await screen.findByText('The clinic is busy.')).toBeTruthy()
  expect(screen.getByRole('switch', { name: s.channel.email }).getAttribute('aria-checked')).toBe('true')
})

test('staff see who recorded a client’s consent to news, and when the client withdrew it', async () => {
  const noted: NotedNewsChoice = {
    ...email,
    ...given,
    given_where: 'desk',
    given_by: 'Andrea Cruz',
    withdrawn_by: null,
  }
  const ended: NotedNewsChoice = {
    ...sms,
    ...given,
    is_wanted: false,
    withdrawn_at: '2026-11-23T10:00:00+08:00',
    withdrawn_where: 'link',
    given_by: null,
    withdrawn_by: null,
  }
  answer(newsContract.ofClient, { data: [noted, ended] })
  drawScreen(<ClientNews client={{ id: sampleId(1) }} />, { role: 'cashier' })
  expect(await screen.findByText('On since Nov 21, 2026, 9:00 AM, at the front desk, by Andrea Cruz')).toBeTruthy()
  expect(screen.getByText('Stopped Nov 23, 2026, 10:00 AM, by the link in an e-mail')).toBeTruthy()
})
