export { presentPolicy, requestDeposit, requiredDeposit, type RequiredDeposit } from './request-deposit.ts'
export { settingsOf as findDepositSettings, type SettingsRow } from './views.ts'
