import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

export const clinicMessages = defineMessages('clinic', {
  nameRequired: 'Enter the name of the clinic.',
  addressRequired: 'Enter the address of the clinic.',
  phoneRequired: 'Enter the phone number of the clinic.',
  link: 'Enter a link that begins with https://',
  sevenDays: 'Enter the hours of each weekday once.',
  startInterval: 'Choose 15, 30 or 60 minutes.',
  bookingNotice: 'Choose a notice of at most 30 days.',
  bookingHorizon: 'Choose from 1 to 366 days.',
  hoursOrder: 'Choose a closing time that is later than the opening time.',
  saved: 'Clinic profile saved.',
  failedToSave: 'The clinic profile could not be saved.',
  title: 'Clinic Profile',
  subtitle: 'These details are shown to visitors, on receipts and on the booking page.',
  contact: 'Name and contact',
  name: 'Clinic name',
  address: 'Address',
  locationLabel: 'Location label',
  locationHint: 'A short label shown on each transaction, such as the city.',
  phone: 'Phone',
  email: 'Email',
  hoursText: 'Hours on the website',
  receipt: 'Receipt',
  tin: 'TIN (Optional)',
  receiptFoot: 'Last line of the receipt',
  links: 'Social links (Optional)',
  facebook: 'Facebook',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  openingHours: 'Opening hours',
  openingHoursHint: 'Every visit ends by closing time. Visits that are already booked stay booked.',
  bookingRules: 'Booking',
  bookingRulesHint: 'A service can have its own limits. Staff can book at any time, up to a year ahead.',
  startsEvery: 'Visits can begin every',
  startsEveryOf: (minutes: number) => (minutes === 60 ? 'hour' : `${minutes} minutes`),
  startsEveryHint: 'Visits that are booked already keep their time.',
  bookingNoticeLabel: 'Clients can book until',
  bookingNoticeOf: (minutes: number) => {
    if (minutes === 0) return 'the visit begins'
    if (minutes % 60 !== 0) return `${formatNumber(minutes)} min before`
    const hours = minutes / 60
    return hours % 24 === 0
      ? plural(hours / 24, { one: '1 day before', other: `${formatNumber(hours / 24)} days before` })
      : plural(hours, { one: '1 hour before', other: `${formatNumber(hours)} hours before` })
  },
  bookingHorizonLabel: 'How far ahead clients can book',
  bookingHorizonOf: (days: number) => plural(days, { one: '1 day ahead', other: `${formatNumber(days)} days ahead` }),
  furthest: '12 months ahead',
  selfService: 'Changes by clients',
  selfServiceHint:
    'Clients can move a visit twice and cancel it themselves. Closer to the visit, they must call. They see this rule on the booking page.',
  moveNotice: 'Move: hours before the visit',
  cancelNotice: 'Cancel: hours before the visit',
  noticeHint: '0 = until the visit begins',
  open: 'Open',
  closed: 'Closed',
  opens: 'Opens',
  closes: 'Closes',
  opensOn: (day: string) => `${day}: opens`,
  closesOn: (day: string) => `${day}: closes`,
  midnight: 'midnight',
  afterMidnight: 'after midnight',
  sameHours: (day: string) => `Use the hours of ${day} for all days`,
  hoursCopied: (day: string) => `All days now use the hours of ${day}.`,
  notSavedYet: 'Not saved yet. Closed days stay closed.',
  save: 'SAVE CHANGES',
  saving: 'SAVING...',
})

/** How early clients should come; shared by the booking page and e-mails. */
export const arrivalMessages = defineMessages('clinic/arrival', {
  comeEarly: 'Please come ten minutes early.',
})

/** Names of documents, in a module of their own because most screens need only these. */
export const documentNameMessages = defineMessages('clinic/document-name', {
  /** The words before a document's number. Acknowledgements share one series with their voids and refunds. */
  names: {
    acknowledgement: { sale: 'Receipt', void: 'Receipt void', refund: 'Receipt refund' },
    booklet: { sale: 'Order slip', void: 'Slip void', refund: 'Slip refund' },
    invoice_vat: { sale: 'VAT invoice', void: 'VAT invoice void', refund: 'VAT invoice refund' },
    invoice_non_vat: { sale: 'Non-VAT invoice', void: 'Non-VAT invoice void', refund: 'Non-VAT invoice refund' },
    small_sale: { sale: 'Sales slip', void: 'Sales slip void', refund: 'Sales slip refund' },
  },
  ofTerminal: (name: string, terminal: string) => `${name} (${terminal})`,
})

/** Texts of Settings > Documents: document modes and the clinic's registration. */
export const documentsMessages = defineMessages('clinic/documents', {
  title: 'Documents',
  subtitle: 'What the till prints for a sale, and the registration details on it.',
  duty: 'Registering the clinic, its terminals and its invoices with the BIR is the clinic’s own duty: Mutya prints what you enter here and registers nothing. Ask your accountant before you change the mode.',

  clockOff: (now: string, accepted: string) =>
    `The server’s clock shows ${now}, but the last entry in the books is of ${accepted}.`,
  clockRefused: (clockOff: string) =>
    `${clockOff} Nothing was recorded. Ask an admin to check the clock and accept it under Settings > Documents.`,
  clockTitle: 'The server’s clock',
  clockHint:
    'If the date and time are right, accept them. Otherwise correct the clock of the server first: receipts and readings with a wrong date cannot be changed later.',
  acceptClock: 'ACCEPT DATE AND TIME',
  accepting: 'SAVING...',
  clockAccepted: 'The clock is accepted. The till can sell again.',
  clockNotAccepted: 'The clock could not be accepted.',
  clockMoved: 'The server’s clock shows another date now. Load the page again.',

  mode: 'What the till issues',
  modes: {
    acknowledgement: 'Acknowledgement receipt',
    booklet: 'Order slip, invoice by hand',
    invoice_vat: 'Invoice, VAT',
    invoice_non_vat: 'Invoice, non-VAT',
    small_sale: 'Sales slip',
  },
  modeHints: {
    acknowledgement:
      'The till prints a receipt of what was paid. It is not an invoice: you write invoices outside Mutya.',
    booklet: 'The till prints an order slip and asks for the number of the invoice that you write by hand.',
    invoice_vat: 'The till prints registered invoices of a VAT-registered clinic, with the VAT of each sale.',
    invoice_non_vat: 'The till prints registered invoices of a clinic that is not VAT-registered.',
  },
  needsNothing: 'This mode needs no further details.',
  ready: 'All details for this mode are entered.',
  lacks: (what: string) => `This mode cannot be chosen yet. Missing: ${what}.`,
  missing: 'Missing:',
  noWayBack: 'Invoices have been issued. You can no longer switch back to receipts or order slips.',
  oneWay: 'After the first invoice you cannot switch back to receipts or order slips.',
  switchQuestion: (mode: string) => `Issue documents as “${mode}” from now on?`,
  switchText: 'From now on, sales get a new series of numbers. Documents that were already issued stay as they are.',
  switchInvoice: 'After the first invoice you cannot switch back to acknowledgement receipts or order slips.',
  switchConfirm: 'Yes, change the mode',
  cancel: 'Cancel',

  registration: 'Registration',
  registrationHint: 'Enter what the Certificate of Registration (BIR Form 2303) says.',
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
    accreditation_until: 'Valid until (Optional)',
    supplier_name: 'Software supplier (Optional)',
    supplier_tin: 'TIN of the supplier (Optional)',
    supplier_address: 'Address of the supplier (Optional)',
  },
  accreditation: 'Accreditation of the software',
  accreditationHint:
    'Enter what the certificate of accreditation says. Invoices and readings print the optional details only if you enter them.',
  supplierMissing: (fields: string) =>
    `Invoices also print the accreditation’s last day and the software supplier (RR 10-2015). Still empty: ${fields}. Ask the supplier, and enter it here.`,
  supplierFields: {
    accreditation_until: 'last day of the accreditation',
    supplier_name: 'name of the supplier',
    supplier_tin: 'TIN of the supplier',
    supplier_address: 'address of the supplier',
  },
  accreditationExpired: (date: string) =>
    `The accreditation of the software was valid until ${date}. Ask the supplier for the new accreditation and enter it here. You can still sell.`,
  tinHint: 'Nine digits',
  branchHint: '3 to 5 digits; 00000 for the head office',
  clinicProfile: 'Clinic Profile',
  invoiceFoot: 'Last line of an invoice (Optional)',
  taxes: 'Taxes',
  vatRegistered: 'The clinic is VAT-registered',
  vatRegisteredHint: 'Prices include VAT; each sale shows how much of it is VAT.',
  chargesExcise: 'The clinic charges excise on invasive cosmetic procedures',
  chargesExciseHint: '5 % of the price before taxes, on services that are marked for excise.',
  smallSales: 'Small sales',
  coversSmallSales: 'One invoice for the small sales of a day',
  coversSmallSalesHint:
    'Only for invoices without VAT. A sale below the limit prints a sales slip, which is not an invoice. When the day is closed, one invoice covers all slips if together they reach the limit. A client who asks for an invoice gets one at once.',
  smallSaleLimit: 'Limit for small sales',
  smallSaleLimitHint: 'Section 237 of the Tax Code: ₱500.00',
  smallSaleLimitInvalid: 'Enter an amount from ₱0.01 to ₱10,000.00.',
  smallSalesNeedNonVat: 'Choose “Invoice, non-VAT” above to use this.',
  terminals: 'Terminals',
  terminalsHint: 'Each terminal that issues invoices has a machine identification number (MIN) and a serial number.',
  machine: (min: string, serial: string) => `MIN ${min}, S/N ${serial}`,
  machineMissing: 'MIN or serial number missing',
  noTerminals: 'There is no active terminal.',
  setUpTerminals: 'Set up terminals',
  save: 'SAVE CHANGES',
  saving: 'SAVING...',
  saved: 'The document settings are saved.',
  notSaved: 'The document settings could not be saved.',
  failedToLoad: 'The document settings could not be loaded.',
  preview: 'Preview',
  previewHint: 'How a sale would print with the details in this form.',
  previewPaper: 'Document to preview',

  machineNumber: 'MIN',
  serialNumber: 'serial number',
  sampleCustomer: 'Niña Peña',
  sampleCashier: 'Ana Cruz',
  sampleService: 'Diamond peel',
  sampleInvoice: '0001234',

  vatMissing: 'VAT registration switched on (it is off)',
  notVatMissing: 'VAT registration switched off (it is on)',
  terminalNeeded: 'an active terminal',
  cashControlNeeded: 'cash control switched on (Settings > Terminals)',
  terminalMissing: (terminal: string) => `MIN and serial number of ${terminal}`,

  tinInvalid: 'Enter nine digits, for example 123-456-789.',
  branchInvalid: 'Enter 3 to 5 digits.',
  supplierTinInvalid: 'Enter nine digits, with or without a branch code, for example 123-456-789-00000.',
  accreditationUntilInvalid: 'Choose a day on or after the date of the accreditation.',
  shiftsOpen: 'A shift is open. Close the shift before you change the mode: each shift has one mode.',
  chooseTerminal: 'Choose the terminal of this device first: invoices are numbered by terminal.',
  terminalLacksData: (terminal: string) =>
    `${terminal} has no MIN or no serial number. An admin enters them in Settings, Terminals.`,
  invoicesNeedData:
    'The clinic issues invoices, which need its address and TIN. Change them in Settings, Documents, or change the document mode first.',
  modeChanged: 'The document mode was just changed. Please try again.',
})

/** Texts of the steps from a new clinic to its first booking. */
export const firstStepsMessages = defineMessages('clinic/first-steps', {
  title: 'First steps',
  subtitle: 'Four short steps, then you are ready for bookings. You can change everything later in the settings.',
  steps: 'Steps',
  hours: 'Hours',
  services: 'Services',
  people: 'People',
  rooms: 'Rooms',
  ready: 'Ready',
  emailTitle: 'E-mails are off',
  emailHint: 'Clients get no confirmations and reminders until you set up your mail account.',
  setUpEmail: 'Set up e-mail',
  step: (n: number, of: number, name: string) => `${n} of ${of}: ${name}`,
  back: 'Back',
  skip: 'Skip',
  next: 'Next',
  saving: 'Saving...',
  hoursTitle: 'When is the clinic open?',
  hoursSaved: 'The hours were saved.',
  hoursNotSaved: 'The hours could not be saved.',
  servicesTitle: 'What does the clinic offer?',
  servicesHint: 'Tick what you offer and correct prices and durations. Add what is missing below the list.',
  offered: '(added)',
  ownTitle: 'Your own services',
  ownHint: 'A service that you add here appears in the list, ticked.',
  ownName: 'Service',
  ownTreatment: 'Treatment',
  ofItsOwn: 'A new treatment with this name',
  ownPrice: 'Price',
  ownDuration: 'Duration',
  addOwn: 'ADD TO THE LIST',
  nameOwn: 'Enter the name of the service.',
  alreadyListed: 'This service is in the list already.',
  price: (name: string) => `Price of ${name}`,
  duration: (name: string) => `Duration of ${name}`,
  addChosen: (count: number) => plural(count, { one: 'Add 1 service', other: `Add ${formatNumber(count)} services` }),
  chooseOne: 'Tick at least one service.',
  servicesAdded: (count: number) =>
    plural(count, { one: '1 service was added.', other: `${formatNumber(count)} services were added.` }),
  servicesNotAdded: 'The services could not be added.',
  wrongPrice: 'Enter an amount in pesos.',
  peopleTitle: 'Who works at the clinic?',
  peopleHint: 'Clients can choose these people. If you add no one, bookings only need a free room.',
  nobody: 'No practitioners yet.',
  roomsTitle: 'Which rooms do you have?',
  roomsHint:
    'Each visit needs a free room: two rooms take two visits at once. Name the first room, then add the others.',
  room: (place: number) => `Room ${formatNumber(place)}`,
  roomsNotSaved: 'The rooms could not be saved.',
  readyTitle: 'You’re ready for bookings.',
  readyHint:
    'Clients can book now. Next, make the page on which they find you. Under Appointments you book for them, and a cashier sells at the till.',
  shareHint:
    'Clients can book now, and your page is published. Next, show it to people: with its link, a QR code or a poster.',
  sharePage: 'Share your page',
  openBooking: 'Open the booking page',
  openWebsite: 'Make your website',
  openAppointments: 'Book for a client',
  openDashboard: 'Go to the dashboard',
  addCashier: 'Add a cashier',
  guide: 'Show the first steps',
})

/** Texts of public pages about the clinic. Texts of forms are in another module, which these pages need not load. */
export const publicClinicMessages = defineMessages('clinic/public', {
  notSetUp: 'This clinic is not set up yet.',
  setUpNow: 'Set up the clinic now',
})
