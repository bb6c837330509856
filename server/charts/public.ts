export {
  findChartScope,
  readableClients,
  recordChartRead,
  recordReadOfAllCharts,
  requireChart,
  requireWritableChart,
  withChart,
  type ChartScope,
} from './chart-access.ts'
export { requireClinicalRecord, requireConfirmedAccount, requireOwnChart } from './settings.ts'
export { isClinicalRecordOn } from '#server/db/chart-facts.ts'
export { compareWithChain, type ChainHead, type CheckedRecord } from './record-chain.ts'
export { earlierHeads, storeRecordCheck, type RecordCheckResult } from './record-check.ts'
