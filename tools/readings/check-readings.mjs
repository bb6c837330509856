// Checks the chain of Z-readings in a file that Mutya exported (Settings > Terminals > Readings). The program needs only
// Node.js: node check-readings.mjs z-readings-2026-11-21.json. It prints each error, and exits with 1 if there is one.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const FIRST = { number: 0, hash: '', grand_total: 0, business_date: '' }

/** The content of a reading as an object; null if it is damaged. */
function parseContent(text) {
  try {
    const content = JSON.parse(text)
    return typeof content?.gross === 'number' && typeof content.grand_total === 'number' ? content : null
  } catch {
    return null
  }
}

/** The errors of one reading compared with the reading before it of the same terminal. */
function errorsOf(reading, before) {
  const errors = []
  const hash = createHash('sha256')
    .update(reading.previous_hash + reading.content, 'utf8')
    .digest('hex')
  if (hash !== reading.hash) errors.push('the hash does not fit to the content, so the content was changed')
  if (reading.previous_hash !== before.hash) errors.push('the previous hash is not that of the reading before')
  if (reading.number !== before.number + 1) errors.push(`number ${before.number + 1} is missing before it`)
  if (reading.business_date <= before.business_date) errors.push('its date is not after that of the reading before')
  const content = parseContent(reading.content)
  if (!content) return { errors: [...errors, 'the content is damaged'], grand_total: before.grand_total }
  if (content.number !== reading.number || content.business_date !== reading.business_date)
    errors.push('number or date differ from the content')
  if (content.previous_grand_total !== before.grand_total)
    errors.push('the grand total does not continue from the reading before')
  if (content.grand_total !== content.previous_grand_total + content.gross)
    errors.push('the grand total is not the one before plus the gross sales')
  return { errors, grand_total: content.grand_total }
}

const file = process.argv[2]
if (file === undefined) {
  console.error('Usage: node check-readings.mjs FILE')
  process.exit(2)
}

const { readings } = JSON.parse(readFileSync(file, 'utf8'))
const latest = new Map()
let count = 0
for (const reading of readings) {
  const before = latest.get(reading.terminal_id) ?? FIRST
  const { errors, grand_total } = errorsOf(reading, before)
  for (const error of errors) console.log(`Z-reading ${reading.number} of ${reading.terminal_name}: ${error}.`)
  count += errors.length
  latest.set(reading.terminal_id, { ...reading, grand_total })
}
for (const { terminal_name, number, grand_total, hash } of latest.values()) {
  console.log(`${terminal_name}: ${number} readings, grand total ${(grand_total / 100).toFixed(2)} pesos.`)
  console.log(`Hash of its last reading: ${hash.match(/.{1,16}/g)?.join(' ')}`)
}
if (latest.size === 0) console.log('The file contains no readings.')
console.log(count === 0 ? 'The chain is complete and unchanged.' : `${count} errors.`)
process.exitCode = count === 0 ? 0 : 1
