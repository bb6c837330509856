import { expect, test } from 'vitest'
import { listenToToasts, toast, type ToastOrder } from './toast.ts'

test('a toast stays 3 seconds unless told otherwise; each line break and each sentence of an error begins a line', () => {
  const orders: ToastOrder[] = []
  const leave = listenToToasts((order) => orders.push(order))
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
  listenToToasts((order) => orders.push(order))()
  listenToToasts((order) => orders.push(order))()
  expect(orders.map(({ title }) => title)).toEqual(['Early'])
})
