import fs from 'node:fs'
import { missingOptionalPackages, type LockFile, type MissingPackage } from './structure/lock-file.ts'

// npm leaves out platform packages that its registry lacks at the moment, and later refuses the lock file. This script
// adds the missing packages to the lock file; each is installed only on its own platform.

const file = 'package-lock.json'

const systems: Record<string, string> = { windows: 'win32' }
const processors: Record<string, string> = { eabi: 'arm', gnueabihf: 'arm', musleabihf: 'arm' }
const known = {
  os: ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows'],
  cpu: ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64', 'loong64', ...Object.keys(processors)],
}

function entryOf({ name, version, dev }: MissingPackage) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => known.os.includes(word))
  const cpu = words.find((word) => known.cpu.includes(word))
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc'
  return {
    version,
    ...(cpu && { cpu: [processors[cpu] ?? cpu] }),
    ...(dev && { dev }),
    ...(os === 'linux' && { libc: [libc] }),
    optional: true,
    ...(os && { os: [systems[os] ?? os] }),
  }
}

const lock = JSON.parse(fs.readFileSync(file, 'utf8')) as LockFile
const missing = missingOptionalPackages(lock)
for (const found of missing) lock.packages[`node_modules/${found.name}`] = entryOf(found)
const byPath = (a: [string, unknown], b: [string, unknown]) => a[0].localeCompare(b[0], 'en')
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(byPath))
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${missing.length} packages of other platforms added to ${file}\n`)
