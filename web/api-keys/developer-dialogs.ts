// This file bundles the dialogs of the page Developers into one file of the build, because each further file of the
// build makes every page of the app a little larger.
export { AddKeyDialog } from './add-key-dialog.tsx'
export { ShownOnceDialog } from './shown-once-dialog.tsx'
export { DeliveriesDialog } from '#web/webhooks/deliveries-dialog.tsx'
export { WebhookDialog } from '#web/webhooks/webhook-dialog.tsx'
