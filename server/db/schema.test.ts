import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#server/test/database.ts'
import { schemaFile, schemaText } from '../../scripts/schema/schema-text.ts'

test('schema.ts matches the migrations; after a new migration npm run schema updates it', async () => {
  const { ownerUrl, drop } = await createTestDatabase()
  onTestFinished(() => drop())
  expect(schemaText(ownerUrl)).toBe(await readFile(schemaFile, 'utf8'))
})
