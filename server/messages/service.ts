export { channelsOf, deliver, usualPauses, type MessageServices } from './deliver.ts'
export { remind } from './remind.ts'
