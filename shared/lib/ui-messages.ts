import { defineMessages } from './language.ts'

/** The words of the component kit itself; every feature's own sentences stand in its `messages.ts`. */
export const uiMessages = defineMessages('lib/ui', {
  close: 'Close',
  cancel: 'Cancel',
  confirm: 'Confirm',
  tryAgain: 'Try again',
  leaveQuestion: 'Leave without saving?',
  unsavedChanges: 'Your changes on this page are not saved.',
  leave: 'Leave',
  stay: 'Stay',
  required: 'required',
  loading: 'Loading...',
  lastUpdated: (time: string) => `Last updated ${time}`,
  notifications: 'Notifications',
  notices: 'Needs your attention',
  dismiss: 'Dismiss',

  showPassword: 'Show password',
  hidePassword: 'Hide password',
  clearSearch: 'Clear search',
  choices: 'Choices of the open list',
  showChoices: 'Show choices',
  choose: 'Choose',
  noMatches: 'No matches',
  remove: (name: string) => `Remove ${name}`,
  numberField: 'Number field',
  less: 'Less',
  more: 'More',

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
