import { defineMessages } from '#shared/lib/language.ts'

const paragraphs = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n')
const invitation = (name: string) =>
  `You can now book your visit to ${name} online. Choose a treatment, a day and a time. It takes a minute, also when we are closed.`

/** Texts of the page Share your page. */
export const sharingMessages = defineMessages('website/sharing', {
  title: 'Share your page',
  subtitle: 'Bring clients to your page: with its link, a QR code, a poster and posts.',
  failedToLoad: 'The data of your page could not be loaded.',
  toWebsite: 'Back to Website',
  notPublished: 'Your own page is not published yet.',
  notPublishedHint: 'Visitors see an automatic page. Publish your own page before you print its QR code.',
  makeWebsite: 'Make your website',
  local: (host: string) => `Phones cannot open ${host} outside of the clinic.`,
  localHint:
    'Ask whoever runs Mutya for you to set the clinic’s web address (PUBLIC_URL) before you print or post this.',

  leadsTo: 'Where the link leads',
  page: 'Your page',
  booking: 'Booking page',
  link: 'Link',
  copyLink: 'Copy the link',
  copied: 'Copied.',
  notCopied: 'Copying did not work. Select the text and copy it.',

  qrCode: 'QR code',
  qrHint: 'Phones open your page when they scan this code. Print it at least 2 cm wide.',
  qrAlt: (link: string) => `QR code that opens ${link}`,
  savePng: 'PNG',
  savePngLabel: 'Save the QR code as PNG',
  saveSvg: 'SVG for printers',
  saveSvgLabel: 'Save the QR code as SVG for printers',
  savePoster: 'Poster (A5)',
  savePosterLabel: 'Save the poster as PDF in size A5',
  makingPoster: 'Making the poster...',
  fileFailed: 'The file could not be made. Try again.',
  posterTitle: (name: string) => `Poster of ${name}`,
  scanPage: 'Scan to see our treatments and book your visit.',
  scanBooking: 'Scan to book your visit.',
  file: { page: 'page', booking: 'booking' },
  fileName: (leadsTo: string, ending: string) => `qr-code-${leadsTo}.${ending}`,
  posterFile: (leadsTo: string) => `poster-${leadsTo}.pdf`,

  texts: 'Texts for Facebook and Instagram',
  textsHint: 'Change a text as you like, then copy it.',
  facebookPost: 'Facebook: post',
  copyFacebookPost: 'Copy the Facebook post',
  facebookBio: 'Facebook: bio',
  copyFacebookBio: 'Copy the Facebook bio',
  instagramPost: 'Instagram: post',
  copyInstagramPost: 'Copy the Instagram post',
  instagramBio: 'Instagram: bio',
  copyInstagramBio: 'Copy the Instagram bio',
  linkBesideBio: 'Add the link in the field for links: Instagram does not open links in a text.',
  mostLetters: (count: string, most: string) => `${count} of ${most} characters`,

  facebookPostOf: (name: string, link: string, address: string) => paragraphs(invitation(name), link, address),
  instagramPostOf: (name: string, address: string) => paragraphs(invitation(name), 'The link is in our bio.', address),
  bookOnline: 'Book your visit online, day or night.',
  bioOf: (name: string) => `${name}. Book your visit online, day or night.`,
  bioWithPlace: (name: string, place: string) => `${name}, ${place}. Book your visit online, day or night.`,
})
