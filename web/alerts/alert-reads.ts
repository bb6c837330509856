import { alertsContract } from '#shared/alerts/contract.ts'

/** The endpoints that are read again after an alert was added, changed or ended. */
export const alertReads = [alertsContract.ofChart, alertsContract.list]
