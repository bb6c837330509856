import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { cpuSecondsOf, type AppProcess } from './app-process.ts'
import { describeMachine } from './machine.ts'

/** Prints a description of the machine and the column headings of the table of steps. */
export function printHeads(): void {
  const { commit, cores, cpu, node } = describeMachine()
  console.log(`Commit ${commit} · Node.js ${node} · ${cores} × ${cpu}\n`)
  console.log('| step | wall time | CPU of the app | CPU of the database | peak memory of the app so far |')
  console.log('| --- | --- | --- | --- | --- |')
}

/** Returns how many seconds of processor time the private database of a data folder has used, with all its processes. */
async function databaseSeconds(dataDir: string): Promise<number> {
  const pid = Number((await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
  return familySeconds(pid)
}

/** Returns the processor time of a process and of the processes that it has started. */
export async function familySeconds(main: number): Promise<number> {
  let seconds = await cpuSecondsOf(main, true)
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    // A process can end before its file is read. The parent process then already includes the processor time of the
    // process that ended.
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === main)
      seconds += await cpuSecondsOf(Number(entry))
  }
  return seconds
}

export type Send<Answer> = (method: string, address: string, body?: object) => Promise<Answer>

/** Returns a function that calls the app with this token; a form is sent as it is, and other bodies as JSON. */
export function senderOf<Answer>(app: AppProcess, token: string): Send<Answer> {
  const authorization = `Bearer ${token}`
  return async (method, address, body) => {
    const json = { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const sent =
      body instanceof FormData ? { headers: { authorization }, body } : body ? json : { headers: { authorization } }
    const response = await fetch(app.url + address, { method, ...sent })
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
}

/** Runs a step and prints its duration, processor time and memory as a row of the table. */
export async function measureStep(dataDir: string, app: AppProcess, name: string, work: () => Promise<unknown>) {
  const [cpu, database, begun] = [await app.cpuSeconds(), await databaseSeconds(dataDir), performance.now()]
  await work()
  const seconds = [
    (performance.now() - begun) / 1000,
    (await app.cpuSeconds()) - cpu,
    (await databaseSeconds(dataDir)) - database,
  ].map((each) => `${each.toFixed(1)} s`)
  console.log(`| ${[name, ...seconds].join(' | ')} | ${await app.peakMb()} MB |`)
}
