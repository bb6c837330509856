import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'

const run = promisify(execFile)

/** Returns the text of an example file of the folder `ops`. */
export const readExample = (name: string) => fs.readFileSync(path.join('ops', name), 'utf8')

/** Replaces texts in the content of a file; fails for a text that the content does not contain. */
export const replaced = (content: string, changes: Record<string, string>) =>
  Object.entries(changes).reduce((changed, [from, to]) => {
    expect(changed).toContain(from)
    return changed.replaceAll(from, to)
  }, content)

/**
 * Starts a program that is installed on the machine, and stops it at the end of the test. Returns the id of its
 * process.
 */
export function startMachineProgram(
  name: string,
  args: string[],
  env: Record<string, string> = { PATH: '/usr/sbin:/usr/bin' },
): number | undefined {
  const child = spawn(name, args, { env, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGTERM'))
  return child.pid
}

/** Starts nginx with the server blocks `site`, and with its files in `folder`. Returns the id of its process. */
export async function startNginx(folder: string, site: string): Promise<number | undefined> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`)
  const whole = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
    http { access_log off; ${temporary.join(' ')} ${site} }`
  const file = path.join(folder, 'nginx.conf')
  fs.writeFileSync(file, whole)
  await run('nginx', ['-t', '-p', folder, '-c', file])
  return startMachineProgram('nginx', ['-p', folder, '-c', file])
}
