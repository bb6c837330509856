// This module exports all dialogs of the page Developers, so that the build puts them into one script. Each further
// script makes every page of the app a little larger, because the app contains a list of all scripts.
export { AddKeyDialog } from './add-key-dialog.tsx'
export { ShownOnceDialog } from './shown-once-dialog.tsx'
export { DeliveriesDialog } from '#web/webhooks/deliveries-dialog.tsx'
export { WebhookDialog } from '#web/webhooks/webhook-dialog.tsx'
