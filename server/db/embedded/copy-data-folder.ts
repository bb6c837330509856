import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** For tests: copies the data folder of a stopped database with owners and permissions. */
export function copyDataFolder(from: string, to: string): void {
  spawnSync('cp', ['-a', from, to])
  if (!fs.existsSync(path.join(to, 'postgres'))) throw new Error(`There is no database in the copy ${to}.`)
}
