import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchRequests } from './drain-requests.ts'

let server: http.Server
let release: () => void
let drain: (withinMs: number) => Promise<boolean>
let address: string

/** Answers `/slow` once released, `/events` never, and anything else at once. */
beforeEach(async () => {
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  server = http.createServer((request, response) => {
    if (request.url === '/events') response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
    else if (request.url === '/slow') void released.then(() => response.end('done'))
    else response.end('at once')
  })
  drain = watchRequests(server).drain
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => server.closeAllConnections())

/** Resolves once the server has received the request. */
const arrived = () => new Promise((resolve) => server.once('request', resolve))

it('a shutdown answers requests in progress, and then closes their connections', async () => {
  const arrival = arrived()
  const answer = fetch(`${address}/slow`)
  await arrival
  const drained = drain(60_000)
  release()
  expect(await (await answer).text()).toBe('done')
  expect((await answer).headers.get('connection')).toBe('close')
  expect(await drained).toBe(true)
})

it('a shutdown accepts no new request', async () => {
  expect(await drain(60_000)).toBe(true)
  await expect(fetch(address)).rejects.toThrow()
})

it('a shutdown closes event streams instead of waiting for them', async () => {
  const stream = await fetch(`${address}/events`, { headers: { accept: 'text/event-stream' } })
  expect(await drain(60_000)).toBe(true)
  expect(await stream.text()).toBe(': hello\n\n')
})

it('a request that takes too long delays the shutdown only for a limited time', async () => {
  const arrival = arrived()
  const answer = fetch(`${address}/slow`)
  const refused = expect(answer).rejects.toThrow()
  await arrival
  expect(await drain(50)).toBe(false)
  server.closeAllConnections()
  await refused
})
