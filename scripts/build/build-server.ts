import fs from 'node:fs'
import { build } from 'esbuild'

/** The programs that the build makes: the name of each output file, and its source. */
const programs = {
  main: 'server/main.ts',
  'start-demo': 'scripts/start-demo.ts',
  'run-seed': 'scripts/seed/run-seed.ts',
  'run-backup': 'scripts/backup/run-backup.ts',
  'run-restore': 'scripts/backup/run-restore.ts',
  'run-reset-password': 'scripts/run-reset-password.ts',
  'run-check-records': 'scripts/run-check-records.ts',
  'run-bench': 'scripts/bench/run-bench.ts',
  'bare-fastify': 'scripts/bench/bare-fastify.ts',
}

/**
 * Bundles our sources. Packages stay in node_modules because some have native parts, so `outdir` must be beside
 * node_modules.
 */
export async function buildServer(outdir = 'dist/server'): Promise<void> {
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
  fs.cpSync('server/db/migrations', `${outdir}/migrations`, { recursive: true })
}
