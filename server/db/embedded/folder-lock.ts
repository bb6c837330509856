import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { processIdentity } from './processes.ts'
import { StartError } from './start-error.ts'

const claimName = /^app-(\d+)\.lock$/
const tries = 5

/** The running process that has locked the folder; removes the lock files of dead processes. */
function otherHolder(folder: string): number | undefined {
  for (const file of fs.readdirSync(folder)) {
    const pid = Number(claimName.exec(file)?.[1])
    if (!pid || pid === process.pid) continue
    const claim = path.join(folder, file)
    if (fs.readFileSync(claim, 'utf8') === processIdentity(pid)) return pid
    fs.rmSync(claim, { force: true })
  }
  return undefined
}

function writeClaim(claim: string, folder: string): void {
  const identity = processIdentity(process.pid) ?? ''
  const found = fs.existsSync(claim) ? fs.readFileSync(claim, 'utf8') : undefined
  if (found === identity) throw new StartError(`This process already works with the folder ${folder}.`)
  // The file is written under a temporary name and renamed, so that nobody reads half of it and mistakes it for the
  // lock file of a dead process.
  fs.writeFileSync(`${claim}.new`, identity)
  fs.renameSync(`${claim}.new`, claim)
}

/**
 * Allows one app per data folder. Each app first writes its own lock file and then looks for those of others, so of two
 * apps at least one sees the other; it then deletes its file and retries after a random delay. Lock files of dead
 * processes do not count.
 */
export async function lockFolder(folder: string): Promise<{ release: () => void }> {
  const claim = path.join(folder, `app-${process.pid}.lock`)
  const release = () => fs.rmSync(claim, { force: true })
  for (let left = tries; ; left--) {
    writeClaim(claim, folder)
    const holder = otherHolder(folder)
    if (holder === undefined) return { release }
    release()
    if (left === 1) {
      throw new StartError(
        `Another Mutya (process ${holder}) already works with the folder ${folder}. ` +
          'Stop it first, or give this one a folder of its own with DATA_DIR.',
      )
    }
    await wait(50 + Math.random() * 150)
  }
}
