import { cancelAllContract, requestsContract, visitContract } from './appointments/desk-contract.ts'
import { availabilityContract, holdContract } from './appointments/availability-contract.ts'
import { boardContract } from './appointments/board-contract.ts'
import { approvalsContract } from './approvals/contract.ts'
import { appointmentsContract } from './appointments/contract.ts'
import { liveContract } from './appointments/live-contract.ts'
import { myDayContract } from './my-day/contract.ts'
import { selfServiceContract, visitLinkContract } from './appointments/self-service-contract.ts'
import { contactContract, authContract } from './auth/contract.ts'
import { batchRecallContract, noteTemplatesContract, treatmentNotesContract } from './treatment-notes/contract.ts'
import { invitationsContract, usersContract, closureRequestContract } from './users/contract.ts'
import { devicesContract } from './auth/devices-contract.ts'
import { passkeysContract } from './auth/passkeys-contract.ts'
import { logInRulesContract, secondFactorContract } from './auth/second-factor-contract.ts'
import { sessionContract } from './auth/session-contract.ts'
import { cashContract } from './cash/contract.ts'
import { dropCheckContract } from './cash/drop-check-contract.ts'
import { cashManagementContract } from './cash/management-contract.ts'
import { movementContract } from './cash/movement-contract.ts'
import { tillActionsContract } from './cash/till-actions-contract.ts'
import { bookingCatalogueContract } from './catalogue/booking-contract.ts'
import { catalogueContract } from './catalogue/contract.ts'
import { visitSuppliesContract } from './appointments/supplies-contract.ts'
import { suppliesContract } from './catalogue/supplies-contract.ts'
import { apiKeysContract } from './api-keys/contract.ts'
import { webhooksContract } from './webhooks/contract.ts'
import { alertsContract } from './alerts/contract.ts'
import { chartsContract } from './charts/contract.ts'
import { formsContract } from './forms/contract.ts'
import { clientCardsContract } from './client-cards/contract.ts'
import { treatmentPlansContract } from './treatment-plans/contract.ts'
import {
  chartPhotosContract,
  ownChartPhotosContract,
  ownConsentsContract,
  publicationContract,
} from './chart-photos/contract.ts'
import { confirmAccountContract } from './clients/confirm-account-contract.ts'
import { clientsContract } from './clients/contract.ts'
import { manualClientContract } from './clients/manual-client-contract.ts'
import { clinicContract } from './clinic/contract.ts'
import { documentsContract } from './clinic/documents-contract.ts'
import { closedDatesContract } from './closed-dates/contract.ts'
import { dashboardContract } from './dashboard/contract.ts'
import { depositsContract } from './deposits/contract.ts'
import { depositLinkContract } from './deposits/link-contract.ts'
import { ownDepositsContract } from './deposits/own-contract.ts'
import { depositSettingsContract } from './deposits/settings-contract.ts'
import { clinicExportContract } from './exports/contract.ts'
import { historyLogsContract } from './history-logs/contract.ts'
import { formLinkContract, handOverContract, ownFormsContract, signedFormsContract } from './forms/signing-contract.ts'
import { importsContract } from './imports/contract.ts'
import { clinicImportContract } from './clinic-imports/contract.ts'
import { inventoryContract } from './inventory/contract.ts'
import { forSaleContract } from './inventory/for-sale-contract.ts'
import { stockContract } from './inventory/stock-contract.ts'
import type { Endpoint } from './lib/endpoint.ts'
import { mergesContract } from './merges/contract.ts'
import { messagesContract } from './messages/contract.ts'
import { systemContract } from './system/contract.ts'
import { mailServerContract } from './messages/mail-server-contract.ts'
import { calendarFeedContract, visitFileContract } from './messages/calendar-contract.ts'
import { unsubscribeContract } from './messages/unsubscribe-contract.ts'
import { privacyContract } from './privacy/contract.ts'
import { newsContract } from './privacy/news-contract.ts'
import { profileContract, exportContract, photoContract } from './profile/contract.ts'
import { ownChartContract } from './profile/own-chart-contract.ts'
import { pushContract } from './push/contract.ts'
import { booksContract } from './reports/books-contract.ts'
import { overviewContract } from './overview/contract.ts'
import { reportsContract } from './reports/contract.ts'
import { resourcesContract } from './resources/contract.ts'
import { cardContract, paymentSettingsContract, nextVisitContract } from './sales/till-contract.ts'
import { prepaidContract } from './prepaid/contract.ts'
import { prepaidCheckContract } from './prepaid/check-contract.ts'
import { prepaidPaperContract } from './prepaid/paper-contract.ts'
import { cardListContract } from './prepaid/card-list-contract.ts'
import { coveredContract } from './prepaid/covered-contract.ts'
import { ownedPackagesContract } from './prepaid/owned-packages-contract.ts'
import { packagesContract } from './prepaid/package-contract.ts'
import { salesContract } from './sales/contract.ts'
import { paymentCheckContract } from './sales/payment-check-contract.ts'
import { refundContract } from './sales/refunds/refund-contract.ts'
import { searchContract } from './search/contract.ts'
import { ownWaitlistContract, waitlistContract } from './waitlist/contract.ts'
import { walkInsContract } from './walk-ins/contract.ts'
import { websiteContract } from './website/contract.ts'
import { consentsContract } from './website/consents-contract.ts'
import { sharingContract } from './website/sharing-contract.ts'
import { embeddingContract } from './website/embedding-contract.ts'

/** The contract of each feature by its name in the OpenAPI document. */
const contracts = {
  clinic: clinicContract,
  charts: chartsContract,
  forms: formsContract,
  treatmentNotes: treatmentNotesContract,
  noteTemplates: noteTemplatesContract,
  batchRecall: batchRecallContract,
  clientCards: clientCardsContract,
  alerts: alertsContract,
  treatmentPlans: treatmentPlansContract,
  documents: documentsContract,
  clinicExport: clinicExportContract,
  historyLogs: historyLogsContract,
  privacy: privacyContract,
  news: newsContract,
  users: usersContract,
  closureRequests: closureRequestContract,
  photos: photoContract,
  chartPhotos: chartPhotosContract,
  publication: publicationContract,
  ownChartPhotos: ownChartPhotosContract,
  ownConsents: ownConsentsContract,
  auth: authContract,
  devices: devicesContract,
  secondFactor: secondFactorContract,
  passkeys: passkeysContract,
  logInRules: logInRulesContract,
  session: sessionContract,
  contact: contactContract,
  invitations: invitationsContract,
  bookingCatalogue: bookingCatalogueContract,
  catalogue: catalogueContract,
  supplies: suppliesContract,
  visitSupplies: visitSuppliesContract,
  approvals: approvalsContract,
  inventory: inventoryContract,
  forSale: forSaleContract,
  stock: stockContract,
  resources: resourcesContract,
  closures: closedDatesContract,
  clients: clientsContract,
  confirmAccount: confirmAccountContract,
  manualClients: manualClientContract,
  appointments: appointmentsContract,
  availability: availabilityContract,
  formLinks: formLinkContract,
  ownForms: ownFormsContract,
  handOvers: handOverContract,
  signedForms: signedFormsContract,
  holds: holdContract,
  dayBoard: boardContract,
  live: liveContract,
  appointmentRequests: requestsContract,
  visits: visitContract,
  myDay: myDayContract,
  selfService: selfServiceContract,
  visitLinks: visitLinkContract,
  push: pushContract,
  waitlist: waitlistContract,
  ownWaitlist: ownWaitlistContract,
  walkIns: walkInsContract,
  bulkCancellation: cancelAllContract,
  sales: salesContract,
  nextVisit: nextVisitContract,
  paymentChecks: paymentCheckContract,
  refunds: refundContract,
  cards: cardContract,
  paymentSettings: paymentSettingsContract,
  prepaid: prepaidContract,
  prepaidChecks: prepaidCheckContract,
  prepaidPapers: prepaidPaperContract,
  cardList: cardListContract,
  coveredServices: coveredContract,
  ownedPackages: ownedPackagesContract,
  packages: packagesContract,
  deposits: depositsContract,
  ownDeposits: ownDepositsContract,
  depositLinks: depositLinkContract,
  depositSettings: depositSettingsContract,
  cash: cashContract,
  cashManagement: cashManagementContract,
  dropChecks: dropCheckContract,
  movements: movementContract,
  tillActions: tillActionsContract,
  search: searchContract,
  merges: mergesContract,
  messages: messagesContract,
  mailServer: mailServerContract,
  system: systemContract,
  unsubscribe: unsubscribeContract,
  calendarFeeds: calendarFeedContract,
  visitFiles: visitFileContract,
  website: websiteContract,
  websiteConsents: consentsContract,
  websiteSharing: sharingContract,
  embedding: embeddingContract,
  overview: overviewContract,
  reports: { ...reportsContract, ...booksContract },
  imports: importsContract,
  clinicImport: clinicImportContract,
  dashboard: dashboardContract,
  profile: profileContract,
  exports: exportContract,
  ownChart: ownChartContract,
  apiKeys: apiKeysContract,
  webhooks: webhooksContract,
} as const satisfies Record<string, Record<string, Endpoint>>

export type ContractName = keyof typeof contracts

/** Every call of the API, with the name of its contract and its own name. */
export const namedEndpoints = Object.entries(contracts).flatMap(([contract, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, e]) => ({
    contract: contract as ContractName,
    name,
    endpoint: e,
  })),
)

/** Every call of the API. The access matrix, the OpenAPI document and the fuzzer use this list. */
export const everyEndpoint: readonly Endpoint[] = namedEndpoints.map(({ endpoint: e }) => e)
