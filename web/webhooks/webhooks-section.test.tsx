import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { webhooksContract as contract, type Delivery, type Webhook } from '#shared/webhooks/contract.ts'
import { webhookMessages as s } from '#shared/webhooks/messages.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, choose, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

const host = 'hooks.example.com'
const webhook: Webhook = {
  id: sampleId(1),
  url: `https://${host}/sales`,
  description: 'Accounting',
  events: ['sale.recorded', 'sale.voided'],
  is_on: true,
  stopped_because: null,
  failing_since: null,
  paused_until: null,
  last_tried_at: '2026-11-20T10:30:00+08:00',
  status: 200,
  error: null,
  waiting: 0,
  created_at: '2026-11-20T09:00:00+08:00',
  created_by: 'Ada Admin',
  version: 3,
}
const delivery: Delivery = {
  id: sampleId(2),
  event: 'sale.recorded',
  record_id: sampleId(3),
  changed: [],
  occurred_at: '2026-11-20T10:00:00+08:00',
  state: 'failed',
  tries: 14,
  next_try_at: null,
  tried_at: '2026-11-20T10:30:00+08:00',
  status: null,
  error: 'timeout',
  duration_ms: 10_001,
}
const secret = `whsec_${'a'.repeat(43)}=`

async function draw(list: Webhook[]) {
  answer(contract.list, { data: list })
  const { person } = drawScreen(<WebhooksSection />, { role: 'admin' })
  if (list.length === 0) await screen.findByText(s.none)
  else await screen.findByText(list[0]!.url)
  const openMenu = async (item: string) => {
    await person.click(screen.getByRole('button', { name: s.actionsOf(host) }))
    await person.click(await screen.findByRole('menuitem', { name: item }))
  }
  return { person, openMenu }
}

test('a new webhook needs an address and an event, and its secret is shown once', async () => {
  const { person } = await draw([])
  await person.click(screen.getByRole('button', { name: s.add }))
  const form = within(await screen.findByRole('dialog', { name: s.addTitle }))
  await person.click(form.getByRole('button', { name: s.create }))
  for (const text of [s.urlNeeded, s.eventNeeded]) expect(await form.findByText(text)).toBeTruthy()
  await person.type(form.getByLabelText(s.url, { exact: false }), webhook.url)
  await person.click(form.getByRole('checkbox', { name: s.events['sale.voided'] }))
  refuse(contract.create, { status: 422, message: s.urlPrivate, errors: { url: [s.urlPrivate] } })
  await person.click(form.getByRole('button', { name: s.create }))
  expect(await form.findByText(s.urlPrivate)).toBeTruthy()
  answer(contract.create, { data: { ...webhook, secret } })
  answer(contract.list, { data: [webhook] })
  await person.click(form.getByRole('button', { name: s.create }))
  expect(await screen.findByDisplayValue(secret)).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({ url: webhook.url, description: '', events: ['sale.voided'] })
  await person.click(screen.getByRole('button', { name: s.shownOnce.done }))
  expect(await screen.findByText('Accounting')).toBeTruthy()
})

test('the list of webhooks shows the events of each, the receiver’s last answer, and why the webhook was switched off', async () => {
  const failing: Webhook = {
    ...webhook,
    id: sampleId(4),
    url: 'https://failing.example.com/',
    description: null,
    failing_since: '2026-11-20T10:00:00+08:00',
    paused_until: '2026-11-20T11:30:00+08:00',
    status: null,
    error: 'timeout',
    waiting: 2,
  }
  const stopped = {
    ...failing,
    id: sampleId(5),
    url: 'https://gone.example.com/',
    is_on: false,
    stopped_because: 'gone' as const,
  }
  await draw([webhook, failing, stopped])
  const row = (text: string) => within(screen.getByText(text).closest('tr')!)
  for (const text of [s.on, 'sale.voided', /Received \(200\)/]) expect(row(webhook.url).getByText(text)).toBeTruthy()
  for (const text of [s.failing, /No success since/, /Next try/, s.waitingCount(2), new RegExp(s.errors.timeout)])
    expect(row(failing.url).getByText(text)).toBeTruthy()
  for (const text of [s.stopped, s.stoppedHints.gone]) expect(row(stopped.url).getByText(text)).toBeTruthy()
})

test('the test button of a webhook shows what the receiver has answered', async () => {
  const { person } = await draw([webhook])
  answer(contract.test, { data: { ...delivery, event: 'webhook.test', error: null, status: 500 } })
  await person.click(screen.getByRole('button', { name: s.testOf(host) }))
  expect(await screen.findByText(s.testFailed)).toBeTruthy()
  expect(screen.getByText(new RegExp('^Refused \\(500\\)'))).toBeTruthy()
})

test('a webhook is edited with its version, and switched off, given a new secret or deleted after a confirmation', async () => {
  const { person, openMenu } = await draw([webhook])
  await openMenu(s.edit)
  const form = within(await screen.findByRole('dialog', { name: s.editTitle }))
  answer(contract.change, { data: { ...webhook, version: 4 } })
  await person.click(form.getByRole('checkbox', { name: s.events['sale.refunded'] }))
  await person.click(form.getByRole('button', { name: s.save }))
  expect(await screen.findByText(s.saved)).toBeTruthy()
  expect([sentVersions.at(-1), (sentBodies.at(-1) as Webhook).events]).toEqual([
    '3',
    ['sale.recorded', 'sale.voided', 'sale.refunded'],
  ])
  const confirm = async (title: string, button: string) => {
    const question = within(await screen.findByRole('alertdialog', { name: title }))
    await person.click(question.getByRole('button', { name: button }))
  }
  answer(contract.renewSecret, { data: { ...webhook, secret } })
  await openMenu(s.renew)
  await confirm(s.renewTitle(host), s.renew)
  expect(await screen.findByDisplayValue(secret)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.shownOnce.done }))
  const off = { ...webhook, is_on: false }
  answer(contract.switch, { data: off })
  answer(contract.list, { data: [off] })
  await openMenu(s.switchOff)
  await confirm(s.switchOffTitle(host), s.switchOff)
  expect(await screen.findByText(s.off)).toBeTruthy()
  answer(contract.remove, { success: true })
  answer(contract.list, { data: [] })
  await openMenu(s.delete)
  await confirm(s.deleteTitle(host), s.delete)
  expect(await screen.findByText(s.none)).toBeTruthy()
})

test('the history of a webhook is filtered by state, and an event that failed is sent again', async () => {
  const { person, openMenu } = await draw([webhook])
  answer(contract.deliveries, { data: [delivery], total: 1, page: 1, per_page: 20 })
  await openMenu(s.history)
  const dialog = within(await screen.findByRole('dialog', { name: s.historyTitle(host) }))
  const row = within((await dialog.findByText('sale.recorded')).closest('tr')!)
  for (const text of [s.deliveryStates.failed, new RegExp(s.errors.timeout), /14 tries/])
    expect(row.getByText(text)).toBeTruthy()
  const waiting = { ...delivery, state: 'waiting' as const }
  answer(contract.resend, { data: waiting })
  answer(contract.deliveries, { data: [waiting], total: 1, page: 1, per_page: 20 })
  await person.click(row.getByRole('button', { name: /Send sale.recorded of/ }))
  expect(await dialog.findByText(s.deliveryStates.waiting)).toBeTruthy()
  answer(contract.deliveries, { data: [], total: 0, page: 1, per_page: 20 })
  await choose(person, dialog.getByRole('combobox', { name: s.filter }), s.deliveryStates.sent)
  expect(await dialog.findByText(s.noEvents)).toBeTruthy()
})
