import { defineMessages } from '#shared/lib/language.ts'

/** Texts of the clinic's QR Ph code, in Settings > Payments and at the till. */
export const qrPhMessages = defineMessages('sales/qr-ph', {
  title: 'QR Ph',
  hint: 'Save the QR Ph code of your wallet or bank once. For each payment by wallet or bank the till then shows a code with the exact amount, and nobody types it.',
  code: 'Text of your QR Ph code',
  codeHint: 'Choose a photo or screenshot of the code, or paste its text. Leave empty to show no codes.',
  picture: 'Picture of your QR Ph code',
  choosePicture: 'Read it from a picture',
  reading: 'Reading the picture...',
  noCodeInPicture:
    'No QR code was found in this picture. Take a sharper photo of the code alone, straight from the front.',
  unreadable: 'This picture could not be read. Choose a JPG or PNG file.',
  paysTo: (name: string, city: string) => (city === '' ? `Clients pay to ${name}` : `Clients pay to ${name}, ${city}`),
  checkReceiver: 'Check that this is your account. For personal accounts, wallets show only a part of the name.',
  sample: (amount: string) => `Sample code of ${amount}. Scan it with your wallet to see what clients see.`,

  notQrPh: 'This is not a QR Ph code. Use the code that your wallet or bank gives you for receiving payments.',
  wrongChecksum: 'A part of this code is missing or changed. Read it again from the picture.',
  notPesos: 'This code is not for payments in pesos in the Philippines.',
  forOnePayment:
    'This code is for one payment only. Use the code without an amount, which can be paid again and again.',

  scan: 'Scan to pay',
  codeOf: (amount: string, name: string) => `QR Ph code for a payment of ${amount} to ${name}`,
  showLarge: 'Show large',
  receiver: (name: string, city: string) => (city === '' ? `to ${name}` : `to ${name}, ${city}`),
  largeHint: 'GCash, Maya and bank apps read this code. The amount is already in it.',
  thenReference: 'Then enter the reference number of the payment.',
  close: 'Close',
})
