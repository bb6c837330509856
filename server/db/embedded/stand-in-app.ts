// An app that tests run as a separate process and can kill. Prints one line of JSON and waits for SIGTERM.
import { errorDetails } from '#server/lib/log-errors.ts'
import { startEmbedded } from './start-embedded.ts'

const [dataDir = '', packaged] = process.argv.slice(2)
const log: string[] = []
const say = (message: string) => void log.push(message)

try {
  const database = await startEmbedded({ dataDir, packaged, log: { info: say, warn: say, error: say } })
  const { appUrl, ownerUrl, pid, first, adopted } = database
  process.stdout.write(`${JSON.stringify({ appUrl, ownerUrl, pid, first, adopted, log })}\n`)
  const waiting = setInterval(() => undefined, 1_000)
  process.once('SIGTERM', () => {
    clearInterval(waiting)
    void database.stop()
  })
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: errorDetails(error).message })}\n`)
}
