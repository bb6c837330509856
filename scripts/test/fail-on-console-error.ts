import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

let errors: string[] = []
const original = console.error

beforeEach(() => {
  errors = []
  console.error = (...args: unknown[]) => {
    errors.push(format(...args))
    original(...args)
  }
})

/** Fails a test that wrote to console.error, even if all its assertions passed. */
afterEach(() => {
  console.error = original
  if (errors.length > 0) throw new Error(`console.error was called during this test:\n${errors.join('\n')}`)
})
