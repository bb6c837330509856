import type { Missing } from './documents.ts'
import { documentsMessages } from './messages.ts'

/** A missing item as text. */
export function missingText(missing: Missing): string {
  const s = documentsMessages
  switch (missing.kind) {
    case 'field':
      return s.fields[missing.field]
    case 'vat-registered':
      return s.vatMissing
    case 'not-vat-registered':
      return s.notVatMissing
    case 'no-terminal':
      return s.terminalNeeded
    case 'cash-control':
      return s.cashControlNeeded
    case 'terminal':
      return s.terminalMissing(missing.terminal)
  }
}
