import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { promisify } from 'node:util'
import { build, type Metafile } from 'esbuild'

/** The programs of a clinic: the name of each output file, and its source. A release contains only these. */
const clinicPrograms = {
  main: 'server/main.ts',
  'paper-worker': 'server/exports/paper-worker.ts',
  'run-backup': 'scripts/backup/run-backup.ts',
  'run-restore': 'scripts/backup/run-restore.ts',
  'run-reset-password': 'scripts/run-reset-password.ts',
  'run-check-records': 'scripts/run-check-records.ts',
  'run-doctor': 'scripts/run-doctor.ts',
}

/** The programs of the sample clinic and of developers. */
const developmentPrograms = {
  'start-demo': 'scripts/start-demo.ts',
  'run-seed': 'scripts/seed/run-seed.ts',
  'print-openapi': 'scripts/print-openapi.ts',
  'run-bench': 'scripts/bench/run-bench.ts',
  'serve-clinics': 'scripts/test/serve-clinics.ts',
  'bare-fastify': 'scripts/bench/bare-fastify.ts',
}

/**
 * Packages that stay in node_modules: those with native parts, those that look for files beside their own code, those
 * that are loaded only when they are first needed, and development tools.
 */
const notBundled = [
  '@node-rs/argon2',
  'sharp',
  '@fastify/swagger-ui',
  'pino',
  'pg-native',
  'cookie',
  'date-holidays',
  'nodemailer',
  'web-push',
  'yauzl',
  '@zxcvbn-ts/language-common',
  '@simplewebauthn/server',
  'jspdf',
  'jspdf-autotable',
  'esbuild',
  'autocannon',
  '@playwright/test',
  'typescript',
]

/**
 * The first lines of each bundle. Bundled CommonJS packages use `require`, `__filename` and `__dirname`, which an ES
 * module does not define.
 */
const COMMONJS_NAMES = `
import { createRequire as createBundleRequire } from 'node:module'
const require = createBundleRequire(import.meta.url)
const { filename: __filename, dirname: __dirname } = import.meta`

/**
 * Throws if bundled code imports a CommonJS package with `import()`. From node_modules, such an import gets the names
 * that the package exports; from a bundle, only `default`.
 */
function refuseLateCommonJs({ inputs }: Metafile): void {
  const late = Object.values(inputs).flatMap(({ imports }) => imports.filter(({ kind }) => kind === 'dynamic-import'))
  const wrong = late.filter(({ path }) => inputs[path]?.format === 'cjs').map(({ path }) => path)
  if (wrong.length > 0) throw new Error(`Add to the packages that are not bundled: ${wrong.join()}`)
}

/** Returns the packages that the bundles load from node_modules. */
function importedPackages({ outputs }: Metafile): string[] {
  const imports = Object.values(outputs).flatMap((output) => output.imports)
  return notBundled.filter((name) => imports.some(({ external, path }) => external && path === name))
}

/** Writes the OpenAPI document beside the bundle, so that the server need not generate it while it serves people. */
async function writeOpenApi(outdir: string): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${outdir}/print-openapi.js`], { maxBuffer: 1e8 })
  fs.writeFileSync(`${outdir}/openapi.json`, JSON.stringify(JSON.parse(stdout)))
}

/** Copies the files that the server reads beside its bundles. */
function copyFiles(outdir: string): void {
  // The server makes the same PDFs as the browser, so it needs the same fonts.
  for (const weight of [400, 700])
    fs.copyFileSync(`web/styles/fonts/pdf-manrope-${weight}.ttf`, `${outdir}/pdf-manrope-${weight}.ttf`)
  fs.cpSync('server/db/migrations', `${outdir}/migrations`, { recursive: true })
}

async function bundle(outdir: string, entryPoints: Record<string, string>, sourcemap: boolean): Promise<Metafile> {
  fs.rmSync(outdir, { recursive: true, force: true })
  const { metafile } = await build({
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'part-[hash]',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    external: notBundled,
    banner: { js: COMMONJS_NAMES },
    // Shorter code is read and compiled faster. Names stay, so that a stack trace names its functions, and lines stay
    // short, because Node prints the line of a fatal error.
    minifyWhitespace: true,
    lineLimit: 160,
    minifySyntax: true,
    ...(sourcemap && { sourcemap: 'linked' as const, sourcesContent: false }),
    logLevel: 'warning',
    metafile: true,
  })
  refuseLateCommonJs(metafile)
  copyFiles(outdir)
  return metafile
}

/**
 * Bundles our sources and their packages, because Node starts a bundle faster than hundreds of files: the app needs 1.5
 * instead of 2.5 seconds of processor time until it is open. Some packages stay in node_modules, so `outdir` must be
 * beside it. Tests set `hasOpenApi` to false, which saves the build three seconds of processor time; the server then
 * generates the OpenAPI document when it is first requested.
 */
export async function buildServer(outdir = 'dist/server', { hasOpenApi = true } = {}): Promise<void> {
  await bundle(outdir, { ...clinicPrograms, ...developmentPrograms }, true)
  if (hasOpenApi) await writeOpenApi(outdir)
}

/** Bundles only what a release contains. Returns the packages that it loads from node_modules. */
export async function buildReleasedServer(outdir: string): Promise<string[]> {
  return importedPackages(await bundle(outdir, clinicPrograms, false))
}
