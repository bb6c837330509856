import { mkdtemp, readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { handleError } from './errors.ts'
import { limitUploads } from './limit-uploads.ts'
import type { Principal } from '#server/lib/context.ts'
import { fileOfPart } from '#server/lib/uploads.ts'
import { addressKey } from '#server/auth/address-key.ts'

let app: FastifyInstance
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

/**
 * A server that reads at most three uploads at once, at most two of them from clients, and counts the uploads it has
 * read.
 */
async function serve(beforeTurn: () => Promise<void> = async () => {}) {
  let asked = 0
  let read = 0
  let clients = 0
  const order: string[] = []
  const waiting: (() => void)[] = []
  app = Fastify({ forceCloseConnections: true, trustProxy: true })
  app.setErrorHandler(handleError)
  const limits = { fileSize: 10_000_000 }
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    onFile(part) {
      return fileOfPart(this, part)
    },
    limits,
  })
  app.decorateRequest('principal', null)
  app.addHook('onRequest', async (request) => {
    // Each upload comes from a new client unless its URL names the sender.
    const { by = `client ${++clients}` } = request.query as { by?: string }
    if (by !== 'nobody')
      request.principal = { id: by, role: by.startsWith('staff') ? 'cashier' : 'client' } as Principal
    asked++
    await beforeTurn()
  })
  limitUploads(app, addressKey)
  app.post('/upload', { config: { sends: 'multipart' } }, async ({ principal, ip }) => {
    read++
    order.push(principal?.id ?? ip)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return 'taken'
  })
  app.post('/one-click', { config: { sends: 'form' } }, async () => 'taken')
  app.post('/json', async () => 'taken')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  return { port, asked: () => asked, read: () => read, order, answer: () => waiting.shift()?.() }
}

const form = '--x\r\nContent-Disposition: form-data; name="p"; filename="p.png"\r\n\r\nbytes\r\n--x--\r\n'

function send(port: number, address: string, options: { length?: number; body?: string; from?: string } = {}) {
  const { body = form, length = body.length } = options
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.on('data', (data) => (text += data.toString()))
  socket.on('error', () => undefined)
  const head = [`POST ${address} HTTP/1.1`, 'Host: localhost', 'Content-Type: multipart/form-data; boundary=x']
  if (options.from !== undefined) head.push(`X-Forwarded-For: ${options.from}`)
  socket.write(`${[...head, `Content-Length: ${length}`].join('\r\n')}\r\n\r\n${body}`)
  return { socket, text: () => text }
}

test('two uploads are read at once and others wait; when a client disconnects, the next upload is read', async () => {
  const { port, asked, read, answer } = await serve()
  const first = send(port, '/upload')
  // Waits until the server reads the first upload. If both were sent at once, either of them could be read first.
  await vi.waitFor(() => expect(read()).toBe(1), { timeout: 60_000 })
  const second = send(port, '/upload')
  await vi.waitFor(() => expect(read()).toBe(2), { timeout: 60_000 })
  const third = send(port, '/upload')
  const gone = send(port, '/upload')
  const fifth = send(port, '/upload')
  await vi.waitFor(() => expect(asked()).toBe(5), { timeout: 60_000 })
  gone.socket.destroy()
  await vi.waitFor(async () => expect(await connections()).toBe(4), { timeout: 60_000 })
  answer()
  await vi.waitFor(() => expect(first.text()).toContain('200 OK'), { timeout: 60_000 })
  await vi.waitFor(() => expect(read()).toBe(3), { timeout: 60_000 })
  second.socket.destroy()
  await vi.waitFor(() => expect(read()).toBe(4), { timeout: 60_000 })
  for (let n = 0; n < 3; n++) answer()
  await vi.waitFor(() => expect(third.text() + fifth.text()).toMatch(/200 OK[^]*200 OK/), { timeout: 60_000 })
  expect(read()).toBe(4)
})

test('an upload by staff never waits, and a client with many uploads does not delay the uploads of other clients', async () => {
  const { port, asked, order, answer } = await serve()
  for (let n = 0; n < 10; n++) send(port, '/upload?by=ana')
  await vi.waitFor(() => expect(asked()).toBe(10), { timeout: 60_000 })
  await vi.waitFor(() => expect(order).toEqual(['ana']), { timeout: 60_000 })
  send(port, '/upload?by=bea')
  await vi.waitFor(() => expect(order).toEqual(['ana', 'bea']), { timeout: 60_000 })
  send(port, '/upload?by=cara')
  await vi.waitFor(() => expect(asked()).toBe(12), { timeout: 60_000 })
  send(port, '/upload?by=staff')
  await vi.waitFor(() => expect(order).toEqual(['ana', 'bea', 'staff']), { timeout: 60_000 })
  answer()
  await vi.waitFor(() => expect(order).toEqual(['ana', 'bea', 'staff', 'cara']), { timeout: 60_000 })
})

test('uploads without a log-in from all addresses of one IPv6 network take only one place of the two for clients', async () => {
  const { port, asked, order, answer } = await serve()
  const first = '2001:db8:1:2::1'
  send(port, '/upload?by=nobody', { from: first })
  await vi.waitFor(() => expect(order).toEqual([first]), { timeout: 60_000 })
  send(port, '/upload?by=nobody', { from: '2001:db8:1:2::2' })
  await vi.waitFor(() => expect(asked()).toBe(2), { timeout: 60_000 })
  send(port, '/upload?by=ana')
  await vi.waitFor(() => expect(order).toEqual([first, 'ana']), { timeout: 60_000 })
  answer()
  await vi.waitFor(() => expect(order).toEqual([first, 'ana', '2001:db8:1:2::2']), { timeout: 60_000 })
})

const connections = () =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('a client that disconnects before its upload is read does not use up the limit of simultaneous uploads', async () => {
  let goOn = () => {}
  const { port, asked, read, answer } = await serve(() => new Promise((resolve) => (goOn = resolve)))
  for (let n = 1; n <= 3; n++) {
    const gone = send(port, '/upload')
    await vi.waitFor(() => expect(asked()).toBe(n), { timeout: 60_000 })
    gone.socket.destroy()
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 60_000 })
    goOn()
  }
  const next = send(port, '/upload')
  await vi.waitFor(() => expect(asked()).toBe(4), { timeout: 60_000 })
  goOn()
  await vi.waitFor(() => expect(read()).toBe(1), { timeout: 60_000 })
  answer()
  await vi.waitFor(() => expect(next.text()).toContain('200 OK'), { timeout: 60_000 })
})

test('an upload of ten gigabytes is rejected before it is sent', async () => {
  const { port, read } = await serve()
  const large = send(port, '/upload', { length: 10_000_000_000, body: form.slice(0, 80) })
  await vi.waitFor(() => expect(large.text()).toContain('413'), { timeout: 60_000 })
  expect(large.text()).toContain('The picture is larger than 10 MB.')
  await vi.waitFor(() => expect(large.socket.closed).toBe(true), { timeout: 60_000 })
  expect(read()).toBe(0)
})

test('a form sent to an endpoint that expects none is rejected without being read', async () => {
  const { port } = await serve()
  const foreign = send(port, '/json', { length: 9_000_000, body: form.slice(0, 80) })
  await vi.waitFor(() => expect(foreign.text()).toContain('422'), { timeout: 60_000 })
})

test('a small form that is sent slowly does not delay picture uploads, and a large one is rejected without being read', async () => {
  const { port, read, answer } = await serve()
  // Two slow requests to a public endpoint that are never finished.
  const dribbling = [1, 2].map(() => send(port, '/one-click', { length: 5000, body: form.slice(0, 80) }))
  await vi.waitFor(async () => expect(await connections()).toBe(2), { timeout: 60_000 })
  const upload = send(port, '/upload')
  await vi.waitFor(() => expect(read()).toBe(1), { timeout: 60_000 })
  answer()
  await vi.waitFor(() => expect(upload.text()).toContain('200 OK'), { timeout: 60_000 })
  const long = send(port, '/one-click', { length: 20_000, body: form.slice(0, 80) })
  await vi.waitFor(() => expect(long.text()).toContain('413'), { timeout: 60_000 })
  for (const { socket } of dribbling) socket.destroy()
  const short = send(port, '/one-click')
  await vi.waitFor(() => expect(short.text()).toContain('200 OK'), { timeout: 60_000 })
})

test('when a client disconnects in the middle of its upload, the next upload is read', async () => {
  const { port, read, answer } = await serve()
  const stuck = [1, 2].map(() => send(port, '/upload', { length: 5000, body: form.slice(0, 80) }))
  await vi.waitFor(async () => expect(await connections()).toBe(2), { timeout: 60_000 })
  const next = send(port, '/upload')
  for (const { socket } of stuck) socket.destroy()
  await vi.waitFor(() => expect(read()).toBe(1), { timeout: 60_000 })
  answer()
  await vi.waitFor(() => expect(next.text()).toContain('200 OK'), { timeout: 60_000 })
})

test('an upload leaves no temporary file, whether answered or interrupted', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'spooled-'))
  vi.stubEnv('TMPDIR', folder)
  const { port, read, answer } = await serve()
  send(port, '/upload')
  const brokenOff = send(port, '/upload', { length: 1_000, body: form.slice(0, 90) })
  await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(2), { timeout: 60_000 })
  await vi.waitFor(() => expect(read()).toBe(1), { timeout: 60_000 })
  brokenOff.socket.destroy()
  answer()
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), { timeout: 60_000 })
  vi.unstubAllEnvs()
})
