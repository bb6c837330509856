import { cancelAllContract } from './appointments/cancel-all-contract.ts'
import { appointmentsContract } from './appointments/contract.ts'
import { authContract } from './auth/contract.ts'
import { sessionContract } from './auth/session-contract.ts'
import { bookingCatalogueContract } from './catalogue/booking-contract.ts'
import { catalogueContract } from './catalogue/contract.ts'
import { clientsContract } from './clients/contract.ts'
import { manualClientContract } from './clients/manual-client-contract.ts'
import { clinicContract } from './clinic/contract.ts'
import { closuresContract } from './closures/contract.ts'
import { dashboardContract } from './dashboard/contract.ts'
import { historyLogsContract } from './history-logs/contract.ts'
import { inventoryContract } from './inventory/contract.ts'
import type { Endpoint } from './lib/endpoint.ts'
import { privacyContract } from './privacy/contract.ts'
import { profileContract } from './profile/contract.ts'
import { exportContract } from './profile/export-contract.ts'
import { salesContract } from './sales/contract.ts'
import { closureRequestContract } from './users/closure-request-contract.ts'
import { usersContract } from './users/contract.ts'
import { photoContract } from './users/photo-contract.ts'

/** Every call of the product, for what must look at all of them: the access matrix, OpenAPI, the fuzzer. */
export const everyEndpoint: readonly Endpoint[] = [
  clinicContract,
  historyLogsContract,
  privacyContract,
  usersContract,
  closureRequestContract,
  photoContract,
  authContract,
  sessionContract,
  bookingCatalogueContract,
  catalogueContract,
  inventoryContract,
  closuresContract,
  clientsContract,
  manualClientContract,
  appointmentsContract,
  cancelAllContract,
  salesContract,
  dashboardContract,
  profileContract,
  exportContract,
].flatMap((contract): Endpoint[] => Object.values(contract))
