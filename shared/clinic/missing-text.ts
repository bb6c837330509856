import type { Missing } from './documents.ts'
import { documentsMessages } from './messages.ts'

/** Says in words which requirement of a document mode the clinic does not meet. */
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
