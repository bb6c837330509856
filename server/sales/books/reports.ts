/** What reports are made of; each is one statement. */
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
  type Books,
  type LineSums,
} from './report-views.ts'
