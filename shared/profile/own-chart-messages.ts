import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber } from '#shared/lib/numbers.ts'

/** Texts of the PDF with a client's own chart, and of the button that makes it. */
export const ownChartMessages = defineMessages('profile/own-chart', {
  download: 'Download my chart (PDF)',
  hint: 'Your client card, alerts, signed forms, treatment notes, plans and photos, as one PDF.',
  preparing: 'Preparing...',
  loadingPhotos: (done: number, all: number) => `Photo ${formatNumber(done)} of ${formatNumber(all)}`,
  failed: 'Your chart could not be downloaded.',
  tooMany: 'You have downloaded your chart too often. Please try again in an hour.',
  noChart: 'The clinic keeps no chart about you.',
  notLoaded: 'The connection was lost while the photos were loaded. Please try again.',
  missingPhotos: (count: number) =>
    count === 1
      ? 'The file of 1 photo is missing at the clinic. The PDF names it.'
      : `The files of ${formatNumber(count)} photos are missing at the clinic. The PDF names them.`,
  file: (date: string) => `my-chart-${date}.pdf`,
  title: 'My Chart',
  of: (name: string, date: string) => `${name} · ${date}`,
  about: 'Everything in your chart at this clinic. The photos in full size are in “Download my photos”.',
  card: 'Client card',
  alerts: 'Alerts',
  forms: 'Signed forms',
  notes: 'Treatment notes',
  plans: 'Treatment plans',
  photos: 'Photos',
  none: 'None',
  until: (date: string) => `until ${date}`,
  since: (date: string) => `since ${date}`,
  visit: (date: string, service: string) => `${date} · ${service}`,
  template: (name: string, practitioner: string) => `${name} · ${practitioner}`,
  goal: (text: string) => `Goal: ${text}`,
  photoMissing: 'The file of this photo is missing at the clinic.',
})
