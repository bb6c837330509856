import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'
import type { Missing } from './documents.ts'

/** Texts of Settings > Documents: document modes and the clinic's registration. */
export const documentsMessages = defineMessages('clinic/documents', {
  title: 'Documents',
  subtitle: 'What the till prints for a sale, and the registration details on it.',
  duty: 'Registering the clinic, its terminals and its invoices with the BIR is the clinic’s own duty: Mutya prints what you enter here and registers nothing. Ask your accountant before you change the mode.',

  mode: 'What the till issues',
  modes: {
    acknowledgement: 'Acknowledgement receipt',
    booklet: 'Order slip, invoice by hand',
    invoice_vat: 'Invoice, VAT',
    invoice_non_vat: 'Invoice, non-VAT',
  },
  modeHints: {
    acknowledgement: 'A receipt that shows what was paid. It is not an invoice: you write invoices outside Mutya.',
    booklet: 'The till prints an order slip and asks for the number of the invoice that you write by hand.',
    invoice_vat: 'The till prints registered invoices of a VAT-registered clinic, with the VAT of each sale.',
    invoice_non_vat: 'The till prints registered invoices of a clinic that is not VAT-registered.',
  },
  needsNothing: 'Nothing else is needed.',
  ready: 'Everything it needs is there.',
  missingCount: (count: number) =>
    plural(count, { one: '1 thing is missing', other: `${formatNumber(count)} things are missing` }),
  lacks: (what: string) => `This mode cannot be chosen yet. Missing: ${what}.`,
  missing: 'Missing:',
  noWayBack: 'Invoices have been issued. You can no longer switch back to receipts or order slips.',
  oneWay: 'After the first invoice you cannot switch back to the options above.',
  switchQuestion: (mode: string) => `Issue documents as “${mode}” from now on?`,
  switchText: 'Sales from now on are numbered in a series of their own. Documents that were issued stay as they are.',
  switchInvoice: 'After the first invoice you cannot switch back to acknowledgement receipts or order slips.',
  switchConfirm: 'Yes, change it',
  cancel: 'Cancel',

  registration: 'Registration',
  registrationHint: 'As it stands on the Certificate of Registration (BIR Form 2303).',
  fields: {
    registered_name: 'Registered name',
    trade_name: 'Trade name',
    address: 'Address',
    tin: 'TIN',
    tin_branch: 'Branch code',
    permit_number: 'Permit to use (PTU) or acknowledgement certificate (AC) no.',
    permit_date: 'Date of the permit',
    accreditation_number: 'Accreditation no. of the software',
    accreditation_date: 'Date of the accreditation',
  },
  tinHint: 'Nine digits',
  branchHint: '3 to 5 digits; 00000 for the head office',
  addressHint: 'Changed in Clinic Profile',
  clinicProfile: 'Clinic Profile',
  invoiceFoot: 'Last line of an invoice (Optional)',
  taxes: 'Taxes',
  vatRegistered: 'The clinic is VAT-registered',
  vatRegisteredHint: 'Prices include VAT; each sale shows what of it is VAT.',
  chargesExcise: 'The clinic charges excise on invasive cosmetic procedures',
  chargesExciseHint: '5 % of the price before taxes, on the services marked for it.',
  terminals: 'Terminals',
  terminalsHint: 'Each terminal that issues invoices has a machine identification number (MIN) and a serial number.',
  machine: (min: string, serial: string) => `MIN ${min}, S/N ${serial}`,
  machineMissing: 'MIN or serial number missing',
  noTerminals: 'There is no active terminal.',
  setUpTerminals: 'Set up terminals',
  save: 'SAVE CHANGES',
  saving: 'SAVING...',
  saved: 'The documents are set up.',
  notSaved: 'The documents could not be set up.',
  failedToLoad: 'The set-up of the documents could not be loaded.',
  preview: 'Preview',
  previewHint: 'How a sale would print with the details in this form.',
  previewPaper: 'Paper',

  machineNumber: 'MIN',
  serialNumber: 'serial number',
  sampleCustomer: 'Niña Peña',
  sampleCashier: 'Ana Cruz',
  sampleService: 'Diamond peel',
  sampleInvoice: '0001234',

  vatMissing: 'VAT registration switched on (it is off)',
  notVatMissing: 'VAT registration switched off (it is on)',
  terminalNeeded: 'an active terminal',
  terminalMissing: (terminal: string) => `MIN and serial number of ${terminal}`,

  tinInvalid: 'Enter nine digits, for example 123-456-789.',
  branchInvalid: 'Enter 3 to 5 digits.',
  shiftsOpen: 'A shift is open. Close it before you change the mode: each reading covers one mode.',
  chooseTerminal: 'Choose the terminal of this device first: invoices are numbered by terminal.',
  terminalLacksData: (terminal: string) =>
    `${terminal} has no MIN or no serial number. An admin enters them in Settings, Terminals.`,
  invoicesNeedData:
    'The clinic issues invoices, which name its address and TIN. Change them in Settings, Documents, or change the mode first.',
  modeChanged: 'The document type was just changed. Please try again.',
})

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
    case 'terminal':
      return s.terminalMissing(missing.terminal)
  }
}
