import { defineMessages } from './language.ts'

/** Texts of the component kit; the texts of each feature are in its `messages.ts`. */
export const uiMessages = defineMessages('lib/ui', {
  close: 'Close',
  cancel: 'Cancel',
  confirm: 'Confirm',
  tryAgain: 'Try again',
  leaveQuestion: 'Leave without saving?',
  unsavedChanges: 'Your changes on this page are not saved.',
  leave: 'Leave',
  stay: 'Stay',
  discardQuestion: 'Close without saving?',
  discardText: 'Your changes are not saved.',
  discard: 'Discard changes',
  keepEditing: 'Keep editing',
  required: 'required',
  loading: 'Loading...',
  lastUpdated: (time: string) => `Last updated ${time}`,
  notifications: 'Notifications',
  notices: 'Needs your attention',
  dismiss: 'Dismiss',

  showPassword: 'Show password',
  hidePassword: 'Hide password',
  clearSearch: 'Clear search',
  choices: 'Options to choose from',
  showChoices: 'Show options',
  choose: 'Choose',
  noMatches: 'No matches',
  remove: (name: string) => `Remove ${name}`,
  numberField: 'Number field',
  less: 'Decrease',
  more: 'Increase',

  pages: 'Pages',
  pageOf: (page: number, pageCount: number) => `Page ${page} of ${pageCount}`,
  page: (page: number) => `Page ${page}`,
  firstPage: 'First page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  lastPage: 'Last page',
  previous: 'Previous',
  next: 'Next',
  itemsPerPage: 'Items per page',

  chooseImage: 'Choose an image',
  replaceImage: 'Replace image',
  removeImage: 'Remove image',
  imagePreview: (name: string) => `Preview of ${name}`,

  darkTheme: 'Dark theme',
})

/**
 * The name of the product. It is a module of its own, because the public pages need none of the other texts of this
 * file.
 */
export const productMessages = defineMessages('lib/product', {
  name: 'Mutya',
})

/** Names of pages in the navigation and in browser titles. */
export const navigationMessages = defineMessages('lib/navigation', {
  linkIncompleteTitle: 'This link is not complete',
  linkIncomplete: 'Open the link from the e-mail again.',
  login: 'Log in',
  setup: 'Set up the clinic',
  forgotPassword: 'Forgot your password?',
  resetPassword: 'Choose a new password',
  choosePassword: 'Choose your password',
  secondFactor: 'Two-step log-in',
  verifyEmail: 'Confirm your e-mail',
  visit: 'Your visit',
  forms: 'Your forms',
  unsubscribe: 'News by e-mail',
  privacy: 'Privacy notice',
  dashboard: 'Dashboard',
  home: 'Home',
  clientsHistory: 'Clients History',
  clientHistory: 'Client History',
  client: 'Client',
  appointments: 'Appointments',
  manageAppointments: 'Manage Appointments',
  waitlist: 'Waitlist',
  deposits: 'Deposits',
  depositSettings: 'Deposit Settings',
  dueClients: 'Due for a Session',
  inventory: 'Inventory',
  reports: 'Reports',
  overview: 'Overview',
  imports: 'Import',
  demo: 'Demo point-of-sale',
  cashier: 'Cashier',
  transactions: 'Transactions',
  giftCards: 'Gift Cards',
  settings: 'Settings',
  treatments: 'Treatments',
  userManagement: 'User Management',
  historyLogs: 'History Logs',
  clinicProfile: 'Clinic Profile',
  myDay: 'My day',
  resources: 'Practitioners & Rooms',
  messages: 'Messages',
  mailServer: 'E-mail',
  terminals: 'Terminals',
  payments: 'Payments',
  exports: 'Export',
  system: 'System',
  documents: 'Documents',
  accounting: 'Taxes & Accounting',
  developers: 'Developers',
  security: 'Log-in security',
  clinicalRecord: 'Clinical Record',
  formBuilder: 'Forms',
  chart: 'Chart',
  treatmentNote: 'Treatment Note',
  noteTemplates: 'Note Templates',
  batchRecall: 'Batch Recall',
  website: 'Website',
  share: 'Share your page',
  firstSteps: 'First steps',
  bookAppointment: 'Book Appointment',
  profile: 'Profile',
  logout: 'LOGOUT',
  changePassword: 'Change password',
  lightTheme: 'Light theme',
  search: 'Search (Ctrl+K)',
  account: (name: string) => `Account of ${name}`,
  backToHome: 'Back to Home',
  roles: { admin: 'Admin', cashier: 'Cashier', practitioner: 'Practitioner', client: 'Client' },

  skip: 'Skip to content',
  mainNavigation: 'Main',
  sections: 'Sections',
  loadingPage: 'Loading the page...',
  reload: 'Reload',
  noAccess: 'You do not have access to this page',
  noAccessHint: 'This page is for other roles of the clinic. Ask an admin if you need it.',
  goHome: 'Go to my home page',
  pageFailed: 'This page could not be shown.',
  pageFailedHint: 'Reload the page. If that does not help, tell your clinic’s admin what you were doing.',
  triesAgain: 'This page tries again automatically.',
  offlineHint: 'We keep trying. Nothing you have entered is lost as long as this page stays open.',
})

/** Texts of the specification for missing or invalid responses. */
export const callMessages = defineMessages('lib/call', {
  general: 'An error occurred.',
  unknown: 'An unknown error occurred. Please try again.',
  canceled: 'Request was canceled. Please try again.',
  noAnswer: 'No response from server. Please try again.',
  offline: 'You are offline. Check your connection, then try again.',
  timedOut: 'Request timed out. Please try again.',
  unexpectedFormat: 'Unexpected response format.',
  authenticationRequired: 'Authentication required. Please log in.',
  choosePassword: 'Please choose your own password first.',
})

/**
 * The sentences with which the server refuses requests. They are a module of their own, because no page in the browser
 * needs them.
 */
export const requestRefusals = defineMessages('lib/request-refusals', {
  noToken: 'No token found. Please log in.',
  tokenMissing: 'Authentication token missing. Please log in.',
  notAllowed: 'You do not have access to this page.',
  notFound: 'Not found.',
  busy: 'The system is busy right now. Please try again in a moment.',
  outOfSpace: 'The clinic’s computer is out of space. Nothing was saved. Please tell the clinic’s owner.',
  somethingWrong: 'Something went wrong.',
  tooLarge: 'The file or text is too large to send.',
  tooMany: 'Too many requests. Please wait a moment and try again.',
  unreadable: 'The request could not be read.',
  foreignOrigin: 'This request came from another site and was refused.',
  stale: 'Somebody changed this in the meantime. Nothing was saved: look at the newer values, then save again.',
  idempotencyKeyMissing: 'An Idempotency-Key header (UUID) is needed.',
  setUpSecondFactor: 'Please set up two-step log-in first.',
  handedOver: 'This tablet is handed over to a client. A staff member’s password ends that.',
  noCsrfToken: 'Your session could not be confirmed. Please reload the page and try again.',
  idempotencyKeyUsed: 'This request was already sent with other data. Please start again.',
})

/** How the history log describes old and new values. */
export const changeMessages = defineMessages('lib/change', {
  yes: 'yes',
  no: 'no',
  nothing: 'nothing',
  changed: (field: string, from: string, to: string) => `${field} from ${from} to ${to}`,
  changes: (changes: string) => `: ${changes}`,
})

/** Texts shared by exports and reports. */
export const exportMessages = defineMessages('lib/export', {
  total: 'Total',
  csvFailed: 'The CSV could not be made.',
  xlsxFailed: 'The Excel file could not be made.',
  pdfFailed: 'The PDF could not be made.',
  tooManyRowsForPdf: (most: string) => `A PDF holds at most ${most} rows. Please narrow the list, or export as CSV.`,
  tooManyRowsForXlsx: (most: string) =>
    `An Excel file holds at most ${most} rows. Please narrow the list, or export as CSV.`,
  making: (file: string) => `Making ${file}`,
  preparing: 'Preparing...',
  reading: (done: string, all: string) => `Reading ${done} of ${all} rows`,
  writing: (done: string, all: string) => `Writing ${done} of ${all} rows`,
  finishing: 'Finishing the file...',
  exportCsv: 'EXPORT CSV',
  exportXlsx: 'EXPORT EXCEL',
  exportPdf: 'EXPORT PDF',
  exporting: 'EXPORTING...',
  searchedFor: (search: string) => `Search: “${search}”`,
  tin: (tin: string) => `TIN ${tin}`,
  generated: (at: string, by: string) => `Generated ${at} (Manila) by ${by}`,
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
})

/** Error messages of the common field types. */
export const fieldMessages = defineMessages('lib/field', {
  required: 'This field is required.',
  notValid: 'This value is not valid.',
  id: 'No such record exists.',
  date: 'Enter a date as YYYY-MM-DD.',
  time: 'Enter a time as HH:mm:ss.',
  email: 'Enter a valid email address.',
  pesos: 'Enter an amount in pesos with at most two decimals.',
  quantity: 'Enter a whole number of at least 1.',
  tooLong: (max: number) => `Use at most ${max} characters.`,
  phone: 'Enter a number such as 0917 123 4567, or a foreign number with + and country code.',
  unknownField: 'This field is not known.',
  noControlCharacters: 'This text has characters that cannot be saved.',
  oneLine: 'Enter this text on one line.',
  noWebAddress: 'Enter your name without a web address.',
  quantityAtMost: (max: number) => `Enter a whole number of at most ${max}.`,
  pageNumber: 'Enter a page number.',
  firstPage: 'Pages start at 1.',
  pageSize: 'Enter a page size.',
  rowsAtMost: (max: number) => `At most ${max} rows a page.`,
})

/** Sentences about the two dates of a filter. They are a module of their own, because few pages have such a filter. */
export const periodMessages = defineMessages('lib/period', {
  bothDates: 'Choose both dates.',
  dateOrder: 'The first date must not be later than the last.',
})

/** Texts about an uploaded picture, from screens and server. */
export const imageMessages = defineMessages('lib/image', {
  hint: 'PNG, JPG, GIF up to 10MB',
  type: 'Please choose a PNG, JPG, GIF or WebP picture.',
  heic: 'This photo is in the format HEIC, which browsers cannot show. On the iPhone choose Settings, Camera, Formats, Most Compatible, or send it as JPG.',
  tooLarge: 'The picture is larger than 10 MB. Please choose a smaller one.',
  tooManyPixels: 'The picture has too many pixels (at most 40 million).',
  photoTooManyPixels:
    'The photo has too many pixels (at most 16 million, or 50 million as an ordinary JPG). Please choose a smaller one.',
  unreadable: 'This picture could not be read. Please choose another.',
})

/** What a stale form shows at a field that somebody else has changed too. */
export const staleFormMessages = defineMessages('lib/stale-form', {
  changedTo: (value: string) => `Somebody else changed this to ${value}. Save again to keep yours.`,
  cleared: 'Somebody else cleared this. Save again to keep yours.',
  changed: 'Somebody else changed this too. Save again to keep yours.',
})
