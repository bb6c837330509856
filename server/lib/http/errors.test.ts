import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { callMessages } from '#shared/lib/messages.ts'

let server: TestServer
let port: number

beforeAll(async () => {
  // A request that is never finished is answered after at most twice `requestMs`, long before `silenceMs`.
  server = await startTestServer({ requestTimeouts: { requestMs: 1_500, uploadMs: 60_000, silenceMs: 8_000 } })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as net.AddressInfo).port
})
afterAll(() => server.close())

/** Opens a connection and sends `text`; `ended` is everything received until it was closed. */
function connection(text: string): { socket: net.Socket; ended: Promise<string> } {
  const socket = net.connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  let answer = ''
  socket.on('data', (part: Buffer) => (answer += part.toString()))
  socket.write(text)
  return { socket, ended: once(socket, 'close').then(() => answer) }
}

const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as unknown

test.each([
  [
    'a request with headers of 20,000 bytes',
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'too_large',
  ],
  [
    'a request with an invalid Host header',
    'GET /api/clinic HTTP/1.1\r\nhost: "><script>@x:y\r\nconnection: close\r\n\r\n',
    400,
    'broken_request',
  ],
  ['a request that is not HTTP', 'EHLO mail.example\r\n\r\n', 400, 'validation'],
  [
    'a request with two Content-Length headers',
    'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{',
    400,
    'validation',
  ],
  [
    'a request with both a Content-Length and chunks',
    'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'validation',
  ],
])(
  'a broken HTTP request (%s) gets an error like any other rejected call, with the security headers',
  async (_, text, status, code) => {
    const answer = await connection(text).ended
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(bodyOf(answer)).toEqual({ message: expect.any(String), code })
    for (const header of [
      "content-security-policy: default-src 'self'",
      'x-content-type-options: nosniff',
      'cache-control: no-store',
    ])
      expect(answer).toContain(header)
  },
)

test('three hundred unfinished requests are closed, and other requests are served meanwhile', async () => {
  const head = 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n'
  const halves = ['', 'GET /healthz HTTP/1.1\r\nhost: x\r\n', `${head}\r\n{`]
  const slow = Array.from({ length: 300 }, (_, i) => connection(halves[i % 3]!))
  // The server may close a connection while its next byte is on the way.
  for (const { socket } of slow) socket.on('error', () => undefined)
  const drip = setInterval(() => {
    for (const [i, { socket }] of slow.entries())
      if (i % 3 > 0 && socket.writable) socket.write(i % 3 === 1 ? 'x: y\r\n' : ' ')
  }, 100)
  onTestFinished(() => clearInterval(drip))
  const served = await Promise.all(Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/readyz`)))
  expect(served.map(({ status }) => status)).toEqual(served.map(() => 200))
  const answers = await Promise.all(slow.map(({ ended }) => ended))
  expect(answers.filter((answer) => !answer.startsWith('HTTP/1.1 408 '))).toEqual([])
  expect(bodyOf(answers[0]!)).toEqual({ message: callMessages.timedOut, code: 'unavailable' })
})

test('an upload by staff may take longer than other requests, also than an upload by a client', async () => {
  const form = '--x\r\ncontent-disposition: form-data; name="photo"; filename="p.png"\r\n\r\nno picture\r\n--x--\r\n'
  const uploads = []
  for (const role of ['cashier', 'client'] as const) {
    const { token } = await createUser(server.db, role)
    const head = ['POST /api/userphoto HTTP/1.1', 'host: x', 'connection: close', `authorization: Bearer ${token}`]
    const headers = [...head, 'content-type: multipart/form-data; boundary=x', `content-length: ${form.length}`]
    uploads.push(connection(`${headers.join('\r\n')}\r\n\r\n${form.slice(0, 20)}`))
  }
  const [ofStaff, ofClient] = uploads
  expect(await ofClient!.ended).toMatch(/^HTTP\/1.1 408 /)
  ofStaff!.socket.write(form.slice(20))
  expect(await ofStaff!.ended).toMatch(/^HTTP\/1.1 422 /)
})

test('an idle connection is closed after a timeout, even that of an event stream', async () => {
  const { token } = await createUser(server.db, 'cashier')
  // The stream's keep-alive comes every 20 s, much later than the timeout of this server.
  const head = `GET /api/events HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nauthorization: Bearer ${token}\r\n`
  expect(await connection(`${head}\r\n`).ended).toMatch(/^HTTP\/1.1 200 /)
})
