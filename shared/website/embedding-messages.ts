import { defineMessages } from '#shared/lib/language.ts'

/** Texts of the dialog for booking on other websites. */
export const embeddingMessages = defineMessages('website/embedding', {
  title: 'Booking on other websites',
  hint: 'People can book from your own website or page builder.',
  close: 'Close',
  copied: 'The HTML was copied.',
  notCopied: 'Copying did not work. Select the HTML and copy it.',

  button: 'A button',
  buttonHint: 'The button opens your booking page in a new window. It works on every website.',
  buttonHtml: 'HTML of the button',
  copyButton: 'Copy the button',
  bookNow: 'Book now',

  frame: 'The booking page itself',
  frameHint: 'Your website shows the booking page in a frame. Only the websites that you name here may do so.',
  hosts: 'Websites that may show it',
  hostsHint: 'One per line, up to 10, such as https://www.example.ph. With and without www are two websites.',
  save: 'SAVE WEBSITES',
  saving: 'SAVING...',
  saved: 'Saved. These websites may show your booking page.',
  savedNone: 'Saved. No other website may show your booking page.',
  notSaved: 'The websites could not be saved.',
  failedToLoad: 'The websites could not be loaded.',
  frameHtml: 'HTML of the frame',
  copyFrame: 'Copy the frame',
  frameTitle: 'Book an appointment',
  noHosts: 'Save a website first. Then you can copy the HTML of the frame.',

  tooManyHosts: (most: number) => `Name at most ${most} websites.`,
  notAnAddress: (text: string) => `“${text}” is not the address of a website. Write it like https://www.example.ph`,
  needsHttps: (text: string) =>
    `“${text}” must begin with https://. Browsers show the booking page only on secure websites.`,
  noWildcard: (text: string) => `“${text}” has a *. Name each website by its full address.`,
})
