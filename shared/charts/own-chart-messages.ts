import { defineMessages } from '#shared/lib/language.ts'

/**
 * Texts that clients read about their own chart. They have a module of their own, so that the clients' pages load no
 * other texts.
 */
export const ownChartLockMessages = defineMessages('charts/own-chart-lock', {
  title: 'Your chart is locked',
  awaitsConfirmation:
    'Ask the clinic to confirm that this account is yours. Then you can see your chart, signed forms and photos here.',
})
