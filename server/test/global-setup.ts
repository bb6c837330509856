import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded/start-embedded.ts'
import { migrate } from '#server/db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's address of the run's cluster; its path names the template database. */
    templateUrl: string
  }
}

const silent = { info: () => {}, warn: () => {}, error: console.warn }

const urlOf = (base: string, user: string, database: string) => {
  const url = new URL(base)
  url.username = user
  url.pathname = `/${database}`
  return url.href
}

/** One PostgreSQL for the whole run, and in it a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mutya-test-'))
  const cluster = await startEmbedded({ dataDir, log: silent })
  await migrate({ ownerUrl: cluster.ownerUrl, appUrl: cluster.appUrl })
  const admin = new pg.Client({ connectionString: urlOf(cluster.ownerUrl, 'postgres', 'postgres') })
  await admin.connect()
  await admin.query('alter system set synchronous_commit = off')
  await admin.query('select pg_reload_conf()')
  await admin.query('create database mutya_template template mutya owner mutya_owner')
  await admin.end()
  project.provide('templateUrl', urlOf(cluster.ownerUrl, 'postgres', 'mutya_template'))
  return async () => {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
