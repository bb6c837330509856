import { expect, test } from 'vitest'
import { listenToToasts, toast, type Notice, type ToastOrder } from './toast.ts'

const nothing = () => undefined
const listen = (show: (order: ToastOrder) => void) => listenToToasts({ show, post: nothing, withdraw: nothing })

test('a toast stays 3 seconds unless told otherwise; each line break and each sentence of an error begins a line', () => {
  const orders: ToastOrder[] = []
  const leave = listen((order) => orders.push(order))
  toast.success({ title: 'Account created successfully!' })
  toast.success({ title: 'Login Successful!', description: 'One\nTwo', seconds: 5 })
  toast.error({ title: 'Registration Failed', errors: { email: ['Taken.'], password: ['Too short.', 'Your name.'] } })
  leave()
  expect(orders.map(({ milliseconds }) => milliseconds)).toEqual([3_000, 5_000, 3_000])
  expect(orders.map(({ lines }) => lines)).toEqual([[], ['One', 'Two'], ['Taken.', 'Too short.', 'Your name.']])
})

test('what is said before the layer is there is shown when it comes, once', () => {
  const orders: ToastOrder[] = []
  toast.info({ title: 'Early' })
  listen((order) => orders.push(order))()
  listen((order) => orders.push(order))()
  expect(orders.map(({ title }) => title)).toEqual(['Early'])
})

test('a notice that is changed or withdrawn before the layer is there is shown once, as it is by then', () => {
  const notice = (key: string, title: string): Notice => ({ key, title, lines: [], actions: [], onClose: nothing })
  toast.post(notice('requests', 'New request'))
  toast.post(notice('requests', '2 new requests'))
  toast.post(notice('cancelled', 'Cancelled'))
  toast.withdraw('cancelled')
  const posted: string[] = []
  listenToToasts({ show: nothing, post: ({ title }) => posted.push(title), withdraw: nothing })()
  expect(posted).toEqual(['2 new requests'])
})
