import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A database of its own for one test file: addresses of the app's role, the owner and a superuser. */
export type TestDatabase = { appUrl: string; ownerUrl: string; adminUrl: string; drop: () => Promise<void> }

async function asAdmin(url: URL, statement: string): Promise<void> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(template, `create database ${name} template ${template.pathname.slice(1)} owner mutya_owner`)
  const as = (user: string) => {
    const url = new URL(template)
    url.username = user
    url.pathname = `/${name}`
    return url.href
  }
  return {
    appUrl: as('mutya_app'),
    ownerUrl: as('mutya_owner'),
    adminUrl: as('postgres'),
    drop: () => asAdmin(template, `drop database if exists ${name} with (force)`),
  }
}
