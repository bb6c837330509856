export {
  findChartScope,
  readableClients,
  recordChartRead,
  requireChart,
  requireWritableChart,
  withChart,
  type ChartScope,
} from './chart-access.ts'
export { requireClinicalRecord } from './settings.ts'
export { isClinicalRecordOn } from '#server/db/chart-facts.ts'
