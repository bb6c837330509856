import { alertsContract } from '#shared/alerts/contract.ts'

/** The endpoints whose data is reloaded after an alert was added, changed or ended. */
export const alertReads = [alertsContract.ofChart, alertsContract.list]
