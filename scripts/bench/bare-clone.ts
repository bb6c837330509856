import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { childEnvironment } from '../child-environment.ts'
import { addressOf } from './app-process.ts'

/** Measures the seconds from a fresh clone of this commit to its first page, including install, build and database. */
export async function measureBareClone(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mutya-clone-'))
  execFileSync('git', ['clone', '--quiet', process.cwd(), path.join(folder, 'clone')])
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: path.join(folder, 'clone'),
    env: childEnvironment({ PORT: '0', HOST: '127.0.0.1' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  await (await fetch(url, { redirect: 'follow' })).text()
  const seconds = (performance.now() - started) / 1000
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
  await rm(folder, { recursive: true, force: true })
  return seconds
}
