import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { pushContract as contract } from '#shared/push/contract.ts'
import { pushMessages as s } from '#shared/push/messages.ts'
import { endSession } from '#web/auth/end-session.ts'
import { answer, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { NotificationSwitch } from './notification-switch.tsx'
import { useRenewSubscription, useNotificationClicks } from './use-notifications.ts'

const key = 'BPublicKeyOfTheClinic'
const subscriptionBody = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/device',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
}

/** A browser with a push service that records calls and its subscription. */
class FakeBrowser {
  subscribed = false
  permission: NotificationPermission = 'default'
  answersWith: NotificationPermission = 'granted'
  isOffline = false
  subscribedWith: PushSubscriptionOptionsInit[] = []
  registered: string[] = []

  #messages = new EventTarget()

  /** The service worker's message that a notification was clicked. */
  press = (data: unknown) => this.#messages.dispatchEvent(new MessageEvent('message', { data }))

  #subscription = {
    endpoint: subscriptionBody.endpoint,
    toJSON: () => subscriptionBody,
    unsubscribe: () => Promise.resolve(!(this.subscribed = false)),
  }
  #registration = {
    pushManager: {
      getSubscription: () => Promise.resolve(this.subscribed ? this.#subscription : null),
      subscribe: (options: PushSubscriptionOptionsInit) => {
        if (this.isOffline) return Promise.reject(new DOMException('push service error', 'AbortError'))
        this.subscribedWith.push(options)
        this.subscribed = true
        return Promise.resolve(this.#subscription)
      },
    },
  }

  install(): void {
    const readPermission = () => this.permission
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('PushManager', Object)
    vi.stubGlobal('Notification', {
      get permission() {
        return readPermission()
      },
      requestPermission: () => Promise.resolve((this.permission = this.answersWith)),
    })
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, {
        serviceWorker: {
          value: {
            getRegistration: () => Promise.resolve(this.#registration),
            register: (file: string) => Promise.resolve(this.registered.push(file)),
            ready: Promise.resolve(this.#registration),
            addEventListener: this.#messages.addEventListener.bind(this.#messages),
            removeEventListener: this.#messages.removeEventListener.bind(this.#messages),
          },
        },
      }),
    )
  }
}

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
  browser.install()
})
afterEach(() => vi.unstubAllGlobals())

const known = (subscribed: boolean) => answer(contract.device, { data: { public_key: key, subscribed } })
const theSwitch = () => screen.findByRole('switch', { name: s.notify })
const isOn = async () => (await theSwitch()).getAttribute('aria-checked')
const draw = () => drawScreen(<NotificationSwitch />, { role: 'cashier', at: '/cashier' })

async function drawReady(subscribed: boolean) {
  known(subscribed)
  const { person } = draw()
  await waitFor(async () => expect((await theSwitch()).hasAttribute('data-disabled')).toBe(false))
  return person
}

test('switching on notifications subscribes the browser with the clinic’s key and registers it at the server; switching off undoes both', async () => {
  const person = await drawReady(false)
  expect(await isOn()).toBe('false')
  answer(contract.subscribe, { data: { subscribed: true } })
  known(true)
  await person.click(await theSwitch())
  await waitFor(async () => expect(await isOn()).toBe('true'))
  expect(browser.registered).toEqual(['/push-worker.js'])
  expect(browser.subscribedWith).toEqual([{ userVisibleOnly: true, applicationServerKey: key }])
  expect(sentBodies.at(-1)).toEqual(subscriptionBody)
  answer(contract.unsubscribe, { data: { subscribed: false } })
  known(false)
  await person.click(await theSwitch())
  await waitFor(async () => expect(await isOn()).toBe('false'))
  expect(browser.subscribed).toBe(false)
})

test('a browser without permission for notifications shows a message, and the switch stays off', async () => {
  browser.answersWith = 'denied'
  const person = await drawReady(false)
  await person.click(await theSwitch())
  expect(await screen.findByText(s.denied)).toBeTruthy()
  expect(await isOn()).toBe('false')
  expect(asked.filter((call) => call.startsWith('PUT'))).toEqual([])
})

test('a browser that cannot reach its push service shows a message, and can try again', async () => {
  browser.isOffline = true
  const person = await drawReady(false)
  await person.click(await theSwitch())
  expect(await screen.findByText(s.unavailable)).toBeTruthy()
  expect(await isOn()).toBe('false')
  browser.isOffline = false
  answer(contract.subscribe, { data: { subscribed: true } })
  known(true)
  await person.click(await theSwitch())
  await waitFor(async () => expect(await isOn()).toBe('true'))
  expect(screen.queryByText(s.unavailable)).toBeNull()
})

test('when the server rejects switching on notifications, an error is shown, and the switch stays off', async () => {
  const person = await drawReady(false)
  refuse(contract.subscribe, { status: 422, code: 'validation', message: s.unknownService })
  await person.click(await theSwitch())
  expect(await screen.findByText(s.notSwitchedOn)).toBeTruthy()
  expect(await isOn()).toBe('false')
})

test('the switch for notifications is off when the browser has lost its push subscription', async () => {
  await drawReady(true)
  expect(await isOn()).toBe('false')
})

function Bar() {
  useRenewSubscription()
  return null
}

test('after a new log-in a subscribed browser registers at the server again, and logging out unsubscribes it', async () => {
  browser.permission = 'granted'
  browser.subscribed = true
  answer(contract.keep, { data: { subscribed: true } })
  drawScreen(<Bar />, { role: 'cashier', at: '/cashier' })
  await waitFor(() => expect(sentBodies.at(-1)).toEqual({ endpoint: subscriptionBody.endpoint }))
  answer(sessionContract.logout, { message: '' })
  expect(await endSession()).toBeNull()
  expect(browser.subscribed).toBe(false)
})

test('pressing the notification of a cancellation opens the day of the visit, and pressing that of a request opens the requests', () => {
  const [open, goTo] = [vi.fn(), vi.fn()]
  function Listening() {
    useNotificationClicks(open, goTo)
    return null
  }
  drawScreen(<Listening />, { role: 'cashier', at: '/cashier' })
  const address = '/cashier/appointments?view=day&date=2026-11-27'
  browser.press({ show: '', address })
  expect(goTo.mock.calls).toEqual([[address]])
  browser.press({ show: 'requests', address: '/cashier' })
  expect([open.mock.calls.length, goTo.mock.calls.length]).toEqual([1, 1])
})

test('the switch for notifications is off when the server no longer has the device’s subscription', async () => {
  browser.subscribed = true
  await drawReady(false)
  expect(await isOn()).toBe('false')
})

test('the switch for notifications is on when both browser and server have the push subscription', async () => {
  browser.subscribed = true
  browser.permission = 'granted'
  await drawReady(true)
  await waitFor(async () => expect(await isOn()).toBe('true'))
})

test('a browser that cannot show notifications gets no switch for them', () => {
  vi.stubGlobal('isSecureContext', false)
  draw()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(asked).toEqual([])
})
