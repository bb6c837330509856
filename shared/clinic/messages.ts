import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

export const clinicMessages = defineMessages('clinic', {
  nameRequired: 'Enter the name of the clinic.',
  addressRequired: 'Enter the address of the clinic.',
  phoneRequired: 'Enter the phone number of the clinic.',
  link: 'Enter a link that begins with https://',
  sevenDays: 'Give the hours of each weekday once.',
  startInterval: 'Choose 15, 30 or 60 minutes.',
  bookingNotice: 'Choose a notice of at most 30 days.',
  bookingHorizon: 'Choose from 1 to 366 days.',
  hoursOrder: 'The first slot must not be later than the last.',
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
  openingHoursHint: 'Times outside these hours are unavailable. Appointments that are already booked stay.',
  bookingRules: 'Booking',
  bookingRulesHint:
    'A service may have a notice and days ahead of its own. The desk books at any time, up to a year ahead.',
  startsEvery: 'Visits begin every',
  startsEveryOf: (minutes: number) => (minutes === 60 ? 'hour' : `${minutes} minutes`),
  startsEveryHint: 'Visits that are booked already keep their time.',
  bookingNoticeLabel: 'Clients book until',
  bookingNoticeOf: (minutes: number) => {
    if (minutes === 0) return 'the visit begins'
    if (minutes % 60 !== 0) return `${formatNumber(minutes)} min before`
    const hours = minutes / 60
    return hours % 24 === 0
      ? plural(hours / 24, { one: '1 day before', other: `${formatNumber(hours / 24)} days before` })
      : plural(hours, { one: '1 hour before', other: `${formatNumber(hours)} hours before` })
  },
  bookingHorizonLabel: 'Clients book up to',
  bookingHorizonOf: (days: number) => plural(days, { one: '1 day ahead', other: `${formatNumber(days)} days ahead` }),
  furthest: '12 months ahead',
  selfService: 'Changes by clients',
  selfServiceHint:
    'Clients may move a visit twice, and cancel it, by themselves. Later they are asked to call. The rule stands on the booking page.',
  moveNotice: 'Move: hours before the visit',
  cancelNotice: 'Cancel: hours before the visit',
  noticeHint: '0: until it begins',
  open: 'Open',
  closed: 'Closed',
  firstAppointment: 'First appointment',
  lastAppointment: 'Last appointment',
  firstSlot: (day: string) => `${day}: first appointment`,
  lastSlot: (day: string) => `${day}: last appointment`,
  midnight: 'midnight',
  sameHours: (day: string) => `Use the hours of ${day} for all days`,
  hoursCopied: (day: string) => `All days have the hours of ${day} now.`,
  notSavedYet: 'Not saved yet. Closed days stay closed.',
  save: 'SAVE CHANGES',
  saving: 'SAVING...',
})
