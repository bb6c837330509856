// The dialogs of the page Developers are loaded together, because each further file of the build costs all pages.
export { AddKeyDialog } from './add-key-dialog.tsx'
export { ShownOnceDialog } from './shown-once-dialog.tsx'
export { DeliveriesDialog } from '#web/webhooks/deliveries-dialog.tsx'
export { WebhookDialog } from '#web/webhooks/webhook-dialog.tsx'
