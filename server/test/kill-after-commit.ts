import { setImmediate } from 'node:timers/promises'
import type { Program } from './start-main.ts'

/**
 * Sends a request to a program and kills the program as soon as `isRecorded` sees the commit, so that the answer may or
 * may not have been sent. While the program is too busy (503), the request is sent again. Throws if the request ends
 * without a commit for any other reason.
 */
export async function killAfterCommit(
  program: Program,
  send: () => Promise<Response>,
  isRecorded: () => Promise<boolean>,
): Promise<void> {
  let end: string | undefined
  const sendUntilAccepted = async () => {
    while (end === undefined) {
      const response = await send().catch(() => null)
      if (response?.status === 503) continue
      end = response === null ? 'the connection was lost' : `${response.status} ${await response.text().catch(String)}`
    }
  }
  const sent = sendUntilAccepted()
  for (;;) {
    const known = end
    if (await isRecorded()) break
    if (known !== undefined) throw new Error(`The request ended before it was recorded: ${known}`)
    await setImmediate()
  }
  program.process.kill('SIGKILL')
  await Promise.all([sent, program.exited])
}
