import { expect, test } from 'vitest'
import { listenToToasts, toast, type Notice, type ToastOrder } from './toast.ts'

const nothing = () => undefined
const listen = (show: (order: ToastOrder) => void) => listenToToasts({ show, post: nothing, withdraw: nothing })

test('a toast is shown for 3 seconds by default; each line break and each sentence of an error starts a line', () => {
  const orders: ToastOrder[] = []
  const leave = listen((order) => orders.push(order))
  toast.success({ title: 'Account created successfully!' })
  toast.success({ title: 'Login Successful!', description: 'One\nTwo', seconds: 5 })
  toast.error({ title: 'Registration Failed', errors: { email: ['Taken.'], password: ['Too short.', 'Your name.'] } })
  leave()
  expect(orders.map(({ milliseconds }) => milliseconds)).toEqual([3_000, 5_000, 3_000])
  expect(orders.map(({ lines }) => lines)).toEqual([[], ['One', 'Two'], ['Taken.', 'Too short.', 'Your name.']])
})

test('a toast requested before the toast layer has loaded is shown once when it has', () => {
  const orders: ToastOrder[] = []
  toast.info({ title: 'Early' })
  listen((order) => orders.push(order))()
  listen((order) => orders.push(order))()
  expect(orders.map(({ title }) => title)).toEqual(['Early'])
})

test('a toast changed or withdrawn before the layer has loaded is shown once in its latest state', () => {
  const notice = (key: string, title: string): Notice => ({ key, title, lines: [], actions: [], onClose: nothing })
  toast.post(notice('requests', 'New request'))
  toast.post(notice('requests', '2 new requests'))
  toast.post(notice('cancelled', 'Cancelled'))
  toast.withdraw('cancelled')
  const posted: string[] = []
  listenToToasts({ show: nothing, post: ({ title }) => posted.push(title), withdraw: nothing })()
  expect(posted).toEqual(['2 new requests'])
})
