/** The queries of the reports; each is one statement. */
export {
  discountsByReason,
  documentsTakenBack,
  salesByDay,
  salesByMethod,
  salesByPractitioner,
  salesByService,
  salesByTreatment,
  salesUnderCards,
  taxByMonth,
  type ReportRange,
  type LineSums,
} from './report-views.ts'
