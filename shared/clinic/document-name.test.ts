import { expect, test } from 'vitest'
import { documentName, documentNumber, type DocumentSeries } from './document-name.ts'

test.each<[Partial<DocumentSeries>, string]>([
  [{}, 'Receipt 000001'],
  [{ kind: 'void' }, 'Receipt void 000001'],
  [{ kind: 'refund' }, 'Receipt refund 000001'],
  [{ mode: 'booklet' }, 'Order slip 000001'],
  [{ mode: 'booklet', kind: 'void' }, 'Slip void 000001'],
  [{ mode: 'invoice_vat', terminal: 'Front desk' }, 'VAT invoice 000001 (Front desk)'],
  [{ mode: 'invoice_non_vat', kind: 'refund', terminal: 'Bar' }, 'Non-VAT invoice refund 000001 (Bar)'],
])('a document of the series %j has the name %s', (series, name) =>
  expect(documentName(1, { mode: 'acknowledgement', kind: 'sale', ...series })).toBe(name),
)

test('document numbers have six digits, and more from a million on', () =>
  expect([1, 1_234_567].map(documentNumber)).toEqual(['000001', '1234567']))
