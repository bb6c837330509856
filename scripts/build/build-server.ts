import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { promisify } from 'node:util'
import { build } from 'esbuild'

/** The programs that the build makes: the name of each output file, and its source. */
const programs = {
  main: 'server/main.ts',
  'paper-worker': 'server/exports/paper-worker.ts',
  'start-demo': 'scripts/start-demo.ts',
  'run-seed': 'scripts/seed/run-seed.ts',
  'run-backup': 'scripts/backup/run-backup.ts',
  'run-restore': 'scripts/backup/run-restore.ts',
  'run-reset-password': 'scripts/run-reset-password.ts',
  'run-check-records': 'scripts/run-check-records.ts',
  'print-openapi': 'scripts/print-openapi.ts',
  'run-bench': 'scripts/bench/run-bench.ts',
  'serve-clinics': 'scripts/test/serve-clinics.ts',
  'bare-fastify': 'scripts/bench/bare-fastify.ts',
}

/** Writes the OpenAPI document beside the bundle, so that the server need not generate it while it serves people. */
async function writeOpenApi(outdir: string): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${outdir}/print-openapi.js`], { maxBuffer: 1e8 })
  fs.writeFileSync(`${outdir}/openapi.json`, JSON.stringify(JSON.parse(stdout)))
}

/**
 * Bundles our sources. Packages stay in node_modules because some have native parts, so `outdir` must be beside
 * node_modules. Tests set `hasOpenApi` to false, which saves the build five seconds of processor time; the server then
 * generates the OpenAPI document when it is first requested.
 */
export async function buildServer(outdir = 'dist/server', { hasOpenApi = true } = {}): Promise<void> {
  fs.rmSync(outdir, { recursive: true, force: true })
  await build({
    entryPoints: programs,
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'part-[hash]',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'warning',
  })
  if (hasOpenApi) await writeOpenApi(outdir)
  // The server draws documents with the fonts of the browser's PDFs.
  for (const weight of [400, 700])
    fs.copyFileSync(`web/styles/fonts/pdf-manrope-${weight}.ttf`, `${outdir}/pdf-manrope-${weight}.ttf`)
  fs.cpSync('server/db/migrations', `${outdir}/migrations`, { recursive: true })
}
