import { expect, it, onTestFinished } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { startTestServer } from '#server/test/server.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { readEnv } from '#server/lib/env.ts'
import { isProxyNotTrusted } from './untrusted-proxy.ts'

it.each([
  [{}, false],
  [{ PUBLIC_URL: 'https://clinic.example.ph' }, true],
  [{ PUBLIC_URL: 'http://clinic.lan' }, true],
  [{ PUBLIC_URL: 'http://192.168.1.5:3000' }, false],
  [{ PUBLIC_URL: 'http://clinic.lan', PORT: '80' }, false],
  [{ PUBLIC_URL: 'https://clinic.example.ph', TRUSTED_PROXY: '127.0.0.1' }, false],
  [{ PUBLIC_URL: 'http://localhost:5173', NODE_ENV: 'development' }, false],
])('the environment %o means that TRUSTED_PROXY does not name the proxy in front of the app: %s', (env, expected) => {
  expect(isProxyNotTrusted(readEnv(env))).toBe(expected)
})

async function serverWithLog(options: Parameters<typeof startTestServer>[0] = {}) {
  const lines: string[] = []
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } }
  const server = await startTestServer({ ...options, logger })
  onTestFinished(() => server.close())
  const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    server.app.inject({ url: '/api/clinic', headers, remoteAddress })
  return { server, lines, ask }
}

it('an ignored forwarded address is logged once, without the address', async () => {
  const { lines, ask } = await serverWithLog()
  await ask({})
  expect(lines).toEqual([])
  for (const address of ['198.51.100.7', '198.51.100.8']) await ask({ 'x-forwarded-for': address })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('set TRUSTED_PROXY to its address')
  expect(lines[0]).not.toContain('198.51')
})

it('a request through a proxy that is not trusted is reported in the log; a request through the trusted proxy is not', async () => {
  const { lines, ask } = await serverWithLog({ trustProxy: '127.0.0.1' })
  await ask({ 'x-forwarded-for': '198.51.100.7' })
  expect(lines).toEqual([])
  await ask({ 'x-forwarded-for': '198.51.100.7' }, '10.0.0.9')
  expect(lines).toHaveLength(1)
})

it.each([
  [true, ['proxy_not_trusted']],
  [false, []],
])(
  'if the proxy is not trusted (%s), and only then, the dashboard says so to an admin',
  async (proxyNotTrusted, notices) => {
    const { server } = await serverWithLog({ proxyNotTrusted })
    const admin = await createUser(server.db, 'admin')
    expect((await server.as(admin.token)(dashboardContract.monthlySales, {})).notices).toEqual(notices)
  },
)
