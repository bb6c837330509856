import { defineMessages } from '#shared/lib/language.ts'

/** Texts of alerts about clients. */
export const alertMessages = defineMessages('alerts', {
  kinds: {
    allergy: 'Allergy',
    pregnancy: 'Pregnancy',
    isotretinoin: 'Isotretinoin',
    keloids: 'Keloids',
    'blood-thinner': 'Blood thinner',
    other: 'Alert',
  },
  /**
   * The entry for the kind `other` in the list of kinds of alerts. Staff write the words of such an alert themselves.
   */
  ownWords: 'Other, in your own words',
  withText: (kind: string, text: string) => `${kind}: ${text}`,
  alertsOf: (name: string) => `Alerts of ${name}`,
  alerts: 'Alerts',
  against: (treatments: string) => `Speaks against ${treatments}`,
  add: 'Add alert',
  change: 'Change',
  changeOf: (alert: string) => `Change alert: ${alert}`,
  end: 'End',
  endOf: (alert: string) => `End alert: ${alert}`,
  none: 'No alerts',
  noneHint: 'Alerts are shown wherever staff handle this client.',
  added: (by: string, at: string) => `Added by ${by}, ${at}`,
  endedAlerts: 'Ended alerts',
  ended: (by: string, at: string) => `Ended by ${by}, ${at}`,
  replaced: (by: string, at: string) => `Changed by ${by}, ${at}`,
  reasons: 'Reasons to go on despite an alert',
  noReasons: 'No reason was needed yet',
  noReasonsHint: 'When staff go on with a visit in spite of an alert, their reason is listed here.',
  steps: { booked: 'Booked', moved: 'Moved', changed: 'Services changed', started: 'Started' },
  givenBy: (by: string, at: string) => `${by}, ${at}`,
  reasonLine: (step: string, service: string, date: string) => `${step}: ${service}, ${date}`,
  addTitle: 'Add alert',
  changeTitle: 'Change alert',
  kind: 'Alert',
  text: 'Details',
  textHint: { allergy: 'What is the client allergic to?', other: 'A few words that everybody understands' },
  treatments: 'Speaks against',
  treatmentsHint: 'Booking, moving or starting a visit with one of these treatments asks for a reason.',
  chooseTreatments: 'Choose treatments',
  noTreatments: 'No treatments found',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Alert saved.',
  notSaved: 'The alert was not saved.',
  endQuestion: (alert: string) => `End this alert: ${alert}?`,
  endNote: 'It stays in the chart under ended alerts.',
  ending: 'Ending…',
  endDone: 'Alert ended.',
  notEnded: 'The alert was not ended.',
  failed: 'The alerts could not be loaded.',
  loadFailed: 'Alerts could not be loaded.',
  retry: 'Try again',
  textNeeded: 'Write what the alert is about.',
  unknownTreatment: 'One of these treatments is no longer offered. Choose again.',
  notFound: 'This alert was not found.',
  overNow: 'This alert was changed or ended meanwhile. The current alerts are shown now.',
  reasonNeeded: 'Write a reason to go on.',
  /** The error for API callers, which have no dialog in which to give the reason. */
  asksReason: 'There is a reason not to go on with this visit, such as an alert. Give a reason to go on anyway.',
  questionTitle: {
    booked: 'Book this visit anyway?',
    moved: 'Move this visit anyway?',
    changed: 'Change the services anyway?',
    started: 'Start this visit anyway?',
  },
  questionForm: (title: string) => `Not signed yet: ${title}`,
  questionAgainst: (alert: string, treatments: string) => `${alert} speaks against ${treatments}`,
  reason: 'Reason',
  reasonHint: 'The reason is kept in the chart with your name.',
  goOn: { booked: 'Book anyway', moved: 'Move anyway', changed: 'Change anyway', started: 'Start anyway' },
})

/** An alert in one line, such as `Allergy: lidocaine`. */
export const alertText = (kind: keyof typeof alertMessages.kinds, text: string | null): string => {
  if (text === null) return alertMessages.kinds[kind]
  return kind === 'other' ? text : alertMessages.withText(alertMessages.kinds[kind], text)
}
