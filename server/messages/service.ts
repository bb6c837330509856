export { channelsOf, deliver, STRANGER_MAILS, usualPauses, type MessageServices } from './deliver.ts'
export { followUp } from './follow-up.ts'
export { remind } from './remind.ts'
export { tellOfRequests } from './waiting-requests.ts'
