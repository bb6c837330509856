import { defineMessages } from '#shared/lib/language.ts'

/** Texts of clients about their own chart, in a module of their own so that the client's pages load no other texts. */
export const ownChartLockMessages = defineMessages('charts/own-chart-lock', {
  title: 'Your chart is locked',
  awaitsConfirmation:
    'Ask the clinic to confirm that this account is yours. Then you can see your chart, signed forms and photos here.',
})
