import { execFile } from 'node:child_process'
import fs from 'node:fs'
import https from 'node:https'
import type net from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#server/backup/backup-fixture.ts'
import { isProxyNotTrusted } from '#server/lib/http/untrusted-proxy.ts'
import { createUser } from '#server/test/factories.ts'
import { startTestServer } from '#server/test/server.ts'
import { MAX_IMAGE_BYTES } from '#shared/lib/image-file.ts'
import { imageMessages } from '#shared/lib/messages.ts'
import { systemContract } from '#shared/system/contract.ts'
import { isDrillNamed, recordFigure } from '../../../scripts/test/drill-form.ts'
import { findPort } from '../../../scripts/test/find-port.ts'
import { readExample, replaced, startMachineProgram, startNginx } from './start-nginx.ts'

// These tests run the programs of the system that operators use with the files of the folder `ops`.
const drill = test.runIf(isDrillNamed('operations'))

const run = promisify(execFile)
/** Makes a self-signed certificate for `localhost`. */
async function makeCertificate() {
  const folder = temporaryFolder()
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', key, '-out', cert]
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files])
  return { folder, cert, key, ca: fs.readFileSync(cert) }
}

type Proxied = { port: number; appPort: number; certificate: Awaited<ReturnType<typeof makeCertificate>> }

async function startNginxBefore({ port, appPort, certificate: { folder, cert, key } }: Proxied): Promise<void> {
  const site = replaced(readExample('nginx/mutya.conf'), {
    '127.0.0.1:3000': `127.0.0.1:${appPort}`,
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    'listen 80;': `listen 127.0.0.1:${await findPort()};`,
    'clinic.example.ph;': 'localhost;',
    '/etc/letsencrypt/live/clinic.example.ph/fullchain.pem': cert,
    '/etc/letsencrypt/live/clinic.example.ph/privkey.pem': key,
  })
  await startNginx(folder, site)
}

async function startCaddy({ port, appPort, certificate: { folder, cert, key } }: Proxied): Promise<void> {
  const site = replaced(readExample('caddy/Caddyfile'), {
    '127.0.0.1:3000': `127.0.0.1:${appPort}`,
    'clinic.example.ph {': `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`,
  })
  const file = path.join(folder, 'Caddyfile')
  fs.writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  const options = ['--adapter', 'caddyfile', '--config', file]
  const env = { PATH: '/usr/bin:/bin', HOME: folder }
  await run('caddy', ['validate', ...options], { env })
  startMachineProgram('caddy', ['run', ...options], env)
}

type Asked = { url: string; token: string | null; method?: string; body?: Uint8Array; type?: string; from?: string }

/** Sends a request through a proxy. `from` is the local IP address from which the request is sent. */
const askThrough = ({ port, certificate }: Proxied, { url, token, method = 'GET', body, type, from }: Asked) =>
  new Promise<{ status: number; text: () => Promise<string>; response: import('node:http').IncomingMessage }>(
    (resolve, reject) => {
      const request = https.request(
        {
          host: '127.0.0.1',
          servername: 'localhost',
          port,
          path: url,
          method,
          ca: certificate.ca,
          ...(from !== undefined && { localAddress: from }),
          headers: {
            host: `localhost:${port}`,
            // A visitor can send this header with any address, so the app must not believe it.
            'x-forwarded-for': '198.51.100.7',
            ...(token !== null && { authorization: `Bearer ${token}` }),
            ...(body && { 'content-length': body.length, 'content-type': type }),
          },
        },
        (response) => resolve({ status: response.statusCode ?? 0, text: () => text(response), response }),
      )
      request.on('error', reject)
      request.end(body)
    },
  )

/**
 * Makes a file of exactly `bytes` bytes that contains a picture which cannot be compressed. The picture is cut off, or
 * followed by zeros, which readers of the picture ignore.
 */
async function pictureOf(bytes: number): Promise<Buffer> {
  const noise = { create: { width: 1_500, height: 1_500, channels: 3 as const, background: '#808080' } }
  const image = await sharp({
    ...noise,
    create: { ...noise.create, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return Buffer.concat([image, Buffer.alloc(Math.max(0, bytes - image.length))]).subarray(0, bytes)
}

async function formOf(bytes: number): Promise<{ body: Uint8Array; type: string }> {
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(await pictureOf(bytes))], 'photo.png', { type: 'image/png' }))
  const response = new Response(form)
  return { body: new Uint8Array(await response.arrayBuffer()), type: response.headers.get('content-type')! }
}

drill.each([
  ['nginx', startNginxBefore],
  ['Caddy', startCaddy],
])(
  'behind the proxy %s with this project’s example file, client addresses, uploads and the event stream work',
  async (name, startProxy) => {
    const certificate = await makeCertificate()
    const port = await findPort()
    const lines: string[] = []
    const server = await startTestServer({
      trustProxy: '127.0.0.1',
      publicUrl: `https://localhost:${port}`,
      logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
    })
    onTestFinished(() => server.close())
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const proxied: Proxied = { port, appPort: (server.app.server.address() as net.AddressInfo).port, certificate }
    await startProxy(proxied)
    const { token } = await createUser(server.db, 'admin')
    const ask = (asked: Omit<Asked, 'token'>) => askThrough(proxied, { token, ...asked })
    await expect
      .poll(() =>
        ask({ url: '/healthz' }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)

    const from = '127.0.0.9'
    lines.length = 0
    expect((await ask({ url: '/api/user', from })).status).toBe(200)
    const logged = lines.map((line) => JSON.parse(line) as { req?: { remoteAddress?: string } })
    const address = logged.find(({ req }) => req)?.req?.remoteAddress
    recordFigure({
      what: `${name}: address of a visitor in the log`,
      value: address === from ? 'the real one' : 'another one',
      goal: 'the real one',
      isMissed: address !== from,
    })
    expect(address).toBe(from)

    const upload = async (bytes: number) => {
      const answer = await ask({ url: '/api/userphoto', method: 'POST', ...(await formOf(bytes)) })
      return { status: answer.status, text: await answer.text() }
    }
    const fits = await upload(MAX_IMAGE_BYTES)
    const tooLarge = await upload(11 * 1024 * 1024)
    recordFigure({
      what: `${name}: answers to uploads of 10 and 11 MB`,
      value: `${fits.status}, ${tooLarge.status}`,
      goal: '200, 413 with a sentence of Mutya',
      isMissed: fits.status !== 200 || !tooLarge.text.includes(imageMessages.tooLarge),
    })
    expect(fits.status).toBe(200)
    expect(tooLarge).toMatchObject({ status: 413, text: expect.stringContaining(imageMessages.tooLarge) })

    const stream = await ask({ url: '/api/events' })
    const received = new Promise<number>((resolve) =>
      stream.response.on('data', (part: Buffer) => {
        if (part.includes('AppointmentBooked')) resolve(performance.now())
      }),
    )
    const startedAt = performance.now()
    server.hub.publish([{ name: 'AppointmentBooked' }])
    const delay = Math.round((await received) - startedAt)
    stream.response.destroy()
    recordFigure({ what: `${name}: time until an event arrives through the event stream`, value: `${delay} ms` })
  },
)

drill('a proxy that Mutya does not trust is a problem on the page System, and trusted it is none', async () => {
  const publicUrl = 'https://clinic.example.ph'
  const states: string[] = []
  for (const trustedProxy of [undefined, '127.0.0.1']) {
    const proxyNotTrusted = isProxyNotTrusted({ publicUrl, trustedProxy, port: 3000, development: false })
    const server = await startTestServer({ publicUrl, trustProxy: trustedProxy, proxyNotTrusted })
    const { token } = await createUser(server.db, 'admin')
    const { data } = await server.as(token)(systemContract.read, {})
    states.push(data.checks.find(({ name }) => name === 'proxy')!.state)
    await server.close()
  }
  recordFigure({
    what: 'check of the proxy on the page System, without and with TRUSTED_PROXY',
    value: states.join(', '),
    goal: 'problem, ok',
    isMissed: states.join() !== 'problem,ok',
  })
  expect(states).toEqual(['problem', 'ok'])
})

drill('systemd accepts the units, and the timer runs each day', async () => {
  const units = fs.readdirSync('ops/systemd').map((unit) => path.resolve('ops/systemd', unit))
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', ...units])
  const findings = `${stdout}${stderr}`.trim()
  recordFigure({
    what: 'findings of systemd-analyze verify',
    value: findings === '' ? 0 : findings,
    goal: '0',
    isMissed: findings !== '',
  })
  expect(findings).toBe('')
  const { stdout: times } = await run('systemd-analyze', ['calendar', '--iterations=1', '*-*-* 07:00:00 Asia/Manila'])
  expect(readExample('systemd/mutya-doctor.timer')).toContain('OnCalendar=*-*-* 07:00:00 Asia/Manila')
  expect(times).toContain('Next elapse')
})

drill('logrotate rotates a log to which a process appends, and loses no later line', async () => {
  const folder = temporaryFolder()
  const log = path.join(folder, 'mutya.log')
  const user = (await run('id', ['-un'])).stdout.trim()
  const config = replaced(readExample('logrotate/mutya'), {
    '/var/log/mutya/*.log': `${folder}/*.log`,
    'su mutya mutya': `su ${user} ${(await run('id', ['-gn'])).stdout.trim()}`,
  })
  const file = path.join(folder, 'logrotate.conf')
  fs.writeFileSync(file, config, { mode: 0o644 })
  const handle = fs.openSync(log, 'a')
  fs.writeSync(handle, 'before\n')
  await run('/usr/sbin/logrotate', ['-d', file])
  await run('/usr/sbin/logrotate', ['-f', '-s', path.join(folder, 'state'), file])
  fs.writeSync(handle, 'after\n')
  fs.closeSync(handle)
  expect(fs.readFileSync(log, 'utf8')).toBe('after\n')
  const rotated = fs.readdirSync(folder).find((each) => /^mutya\.log-\d+$/.test(each))!
  expect(fs.readFileSync(path.join(folder, rotated), 'utf8')).toBe('before\n')
  recordFigure({ what: 'lines of the log that were lost when logrotate rotated it', value: 0, goal: '0' })
})

drill('promtool accepts the alert rules and the scrape', async () => {
  const { stdout } = await run('promtool', ['check', 'rules', 'ops/prometheus/mutya-alerts.yml'])
  const rules = /SUCCESS: (\d+) rules found/.exec(stdout)?.[1]
  recordFigure({ what: 'alert rules that promtool accepts', value: rules ?? stdout, isMissed: rules === undefined })
  expect(rules).toBeDefined()
  await run('promtool', ['check', 'config', '--syntax-only', 'ops/prometheus/prometheus.yml'])
})
