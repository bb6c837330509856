export { readableClients, recordChartRead, requireChart, requireWritableChart, withChart } from './chart-access.ts'
export { requireClinicalRecord } from './settings.ts'
export { isClinicalRecordOn } from '#server/db/chart-facts.ts'
