import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { documentName } from '#shared/clinic/document-name.ts'
import { DOCUMENT_KINDS, DOCUMENT_MODES } from '#shared/clinic/documents.ts'
import { sale } from '#web/test/samples.ts'
import { drawScreen } from '#web/test/screen.tsx'
import { TransactionCard } from './transaction-card.tsx'

const nothing = () => undefined
const series = DOCUMENT_MODES.flatMap((mode) => DOCUMENT_KINDS.map((kind) => ({ mode, kind })))

test.each(series)(
  'the buttons of a transaction ($mode, $kind) have visible words, which their accessible names contain',
  async ({ mode, kind }) => {
    const shown = { ...sale, mode, document_name: documentName(2, { mode, kind, terminal: 'Front desk' }) }
    drawScreen(<TransactionCard sale={shown} onOpenReceipt={nothing} onVoid={nothing} onRefund={nothing} />)
    const buttons = await screen.findAllByRole('button')
    expect(buttons.map((button) => button.textContent)).toEqual([
      'Void',
      'Refund',
      expect.stringMatching(/^(Receipt|Slip|Invoice)$/),
    ])
    for (const button of buttons) {
      const name = button.getAttribute('aria-label')!
      expect(name).toContain('000002 (Front desk)')
      expect(name.toLowerCase()).toContain(button.textContent.toLowerCase())
    }
  },
)
