import { expect, test } from 'vitest'
import { registerToastLayer, toast, type Banner, type ToastContent } from './toast.ts'

const nothing = () => undefined
const listen = (show: (order: ToastContent) => void) =>
  registerToastLayer({ show, hide: nothing, showBanner: nothing, hideBanner: nothing })

test('a toast is shown for 3 seconds by default; each line break and each sentence of an error starts a line', () => {
  const orders: ToastContent[] = []
  const leave = listen((order) => orders.push(order))
  toast.success({ title: 'Account created successfully!' })
  toast.success({ title: 'Login Successful!', description: 'One\nTwo', seconds: 5 })
  toast.error({ title: 'Registration Failed', errors: { email: ['Taken.'], password: ['Too short.', 'Your name.'] } })
  leave()
  expect(orders.map(({ milliseconds }) => milliseconds)).toEqual([3_000, 5_000, 3_000])
  expect(orders.map(({ lines }) => lines)).toEqual([[], ['One', 'Two'], ['Taken.', 'Too short.', 'Your name.']])
})

test('a toast requested before the toast layer has loaded is shown once after the layer has loaded', () => {
  const orders: ToastContent[] = []
  toast.info({ title: 'Early' })
  listen((order) => orders.push(order))()
  listen((order) => orders.push(order))()
  expect(orders.map(({ title }) => title)).toEqual(['Early'])
})

test('a banner requested before the toast layer has loaded is shown once in its latest state, or not at all if it was hidden meanwhile', () => {
  const banner = (key: string, title: string): Banner => ({ key, title, lines: [], actions: [], onClose: nothing })
  toast.showBanner(banner('requests', 'New request'))
  toast.showBanner(banner('requests', '2 new requests'))
  toast.showBanner(banner('cancelled', 'Cancelled'))
  toast.hideBanner('cancelled')
  const posted: string[] = []
  registerToastLayer({
    show: nothing,
    hide: nothing,
    showBanner: ({ title }) => posted.push(title),
    hideBanner: nothing,
  })()
  expect(posted).toEqual(['2 new requests'])
})
