import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { openBenchClinic, type BenchClinic } from '../../../scripts/bench/bench-clinic.ts'
import { findPort } from '../../../scripts/test/find-port.ts'
import { temporaryFolder } from '#server/backup/backup-fixture.ts'
import { startMain, type Program } from '../start-main.ts'
import { readExample, replaced, startNginx } from './start-nginx.ts'

const COUNTS = { clients: 2_000, appointments: 20_000, sales: 20_000, logs: 50_000 }

/** A folder on a disk. The temporary folder of a test run may be in memory, where a commit waits for nothing. */
const DISK = '/var/tmp'

/**
 * Opens a seeded clinic on one PostgreSQL server, which accepts the connections of four processes. Its files are on a
 * disk.
 */
export async function openLargeClinic(): Promise<BenchClinic> {
  const clinic = await openBenchClinic(COUNTS, new Date(), { settings: { max_connections: '200' }, parent: DISK })
  onTestFinished(() => clinic.close())
  return clinic
}

export type ProcessGroup = {
  programs: Program[]
  /** The address of each process, for requests that do not go through nginx. */
  addresses: URL[]
  /** The address of nginx, which sends each request to one of the processes. */
  address: URL
  nginxPid: number
  /** Starts the process with this number again, on its port. */
  restart: (n: number) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts nginx in front of the processes at these ports, with the example configuration of the folder `ops` but without
 * encryption. nginx passes on the addresses that callers state, so that the callers of a test count as different
 * visitors.
 */
async function startNginxBefore(ports: readonly number[]) {
  const port = await findPort()
  const site = replaced(readExample('nginx/mutya.conf'), {
    '    server 127.0.0.1:3000;': ports.map((each) => `    server 127.0.0.1:${each};`).join('\n'),
    'listen 443 ssl http2': `listen 127.0.0.1:${port}`,
    'listen 80;': `listen 127.0.0.1:${await findPort()};`,
    'clinic.example.ph;': 'localhost;',
    'ssl_certificate /etc/letsencrypt/live/clinic.example.ph/fullchain.pem;': '',
    'ssl_certificate_key /etc/letsencrypt/live/clinic.example.ph/privkey.pem;': '',
    'X-Forwarded-For $remote_addr': 'X-Forwarded-For $http_x_forwarded_for',
  })
  const pid = (await startNginx(temporaryFolder(), site))!
  return { address: new URL(`http://127.0.0.1:${port}`), pid }
}

/** True if the app or nginx answers at an address. */
const answers = (address: URL): Promise<boolean> =>
  fetch(new URL('/healthz', address)).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts this many processes of the app on the database of a clinic, and nginx in front of them. */
export async function startProcessGroup({ cluster, dataDir }: BenchClinic, count: number): Promise<ProcessGroup> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await findPort())
  const start = (n: number) =>
    startMain({
      DATABASE_URL: cluster.appUrl,
      DATABASE_ADMIN_URL: cluster.ownerUrl,
      DATA_DIR: dataDir,
      TRUSTED_PROXY: 'loopback',
      LOG_LEVEL: 'error',
      PORT: String(ports[n]),
    })
  const programs = ports.map((_, n) => start(n))
  const addresses = await Promise.all(programs.map(({ address }) => address))
  const { address, pid } = await startNginxBefore(ports)
  await expect.poll(() => answers(address)).toBe(true)
  return {
    programs,
    addresses,
    address,
    nginxPid: pid,
    restart: async (n) => {
      programs[n] = start(n)
      await programs[n].address
    },
    stop: async () => {
      for (const { process } of programs) process.kill('SIGTERM')
      await Promise.all(programs.map(({ exited }) => exited))
      await wait(100)
    },
  }
}
