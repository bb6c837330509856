export { WEBHOOK_TASK } from './outbox/with-deliveries.ts'
export { deleteOldDeliveries } from './queries.ts'
export { recoverWebhooks, sendDeliveries } from './send-deliveries.ts'
export { hasStoppedWebhook } from './views.ts'
