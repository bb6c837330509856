/**
 * Defines which folders a folder may import: those on the same level and those on the levels before it. This is the
 * only list of features, and the check reports a folder that is missing here. A folder within a feature
 * (`messages/outbox`) may have a level of its own. `import-rules.ts` builds its rules from this table.
 */
const features = [
  ['people'],
  ['clinic', 'history-logs', 'sessions'],
  ['privacy'],
  ['users'],
  ['auth'],
  ['api-keys'],
  ['webhooks'],
  ['catalogue'],
  ['approvals'],
  ['inventory'],
  ['resources'],
  ['closed-dates'],
  ['clients'],
  ['charts'],
  ['client-cards'],
  ['alerts'],
  ['forms'],
  ['appointments'],
  ['push'],
  ['waitlist'],
  ['walk-ins'],
  ['my-day'],
  ['treatment-plans'],
  ['treatment-notes'],
  ['chart-photos'],
  ['sales', 'prepaid'],
  ['deposits'],
  ['cash'],
  ['search'],
  ['merges'],
  ['reports'],
  ['overview'],
  ['messages'],
  ['website'],
  ['imports'],
  ['dashboard'],
  ['pos-demo'],
  ['profile'],
  ['exports'],
  ['clinic-imports'],
  ['system'],
]

/**
 * The levels of the server's features. The rules of deposits are on an earlier level than the rest of deposits, because
 * booking needs these rules, and the rest confirms bookings.
 */
const serverFeatures = features.flatMap((level) =>
  level.includes('appointments') ? [['deposits/rules'], level] : [level],
)

/** Folders that only the browser app has: screens that combine several features, and pages without a feature. */
const screens = ['landing', 'public', 'kit']

export const layers: Record<string, readonly (readonly string[])[]> = {
  shared: [['lib'], ...features, ['backup']],
  // Every feature may import `messages/outbox` and `webhooks/outbox`. The other code of `messages` is on a late level,
  // because it imports the features, such as visits and sales, that its messages are about.
  server: [
    ['lib', 'db'],
    ['messages/outbox', 'messages/transport', 'webhooks/outbox'],
    ...serverFeatures,
    ['pages', 'api-docs'],
    ['backup'],
    ['jobs'],
    ['metrics'],
  ],
  // Screens link to one another, so all features are on one level here.
  web: [['lib', 'styles'], ['ui'], ['data'], [...features.flat(), ...screens], ['app']],
}

/**
 * Only these files may open a transaction: the one that connects endpoints to handlers, and those that work without a
 * request.
 */
export const opensTransactions: readonly string[] = [
  'server/lib/http/register-endpoint.ts',
  'server/features.ts',
  'server/open-app.ts',
  'server/api-keys/find-key-principal.ts',
  'server/backup/copy-backups.ts',
  'server/backup/daily-backup.ts',
  'server/backup/try-backup.ts',
  'server/metrics/clinic-metrics.ts',
  'server/push/push-sender.ts',
  'server/sessions/public.ts',
  'server/clinic-imports/work.ts',
  'server/imports/do-rows.ts',
  'server/imports/work.ts',
  'server/jobs/clean-up.ts',
  'server/jobs/job-list.ts',
  'server/jobs/periodic-jobs.ts',
  'server/messages/deliver.ts',
  'server/messages/due-messages.ts',
  'server/webhooks/send-deliveries.ts',
  'server/waitlist/offer-runner.ts',
]

/**
 * In addition to `queries.ts`, `views.ts` and `server/db`, these files may use Kysely: other folders call their
 * functions directly.
 */
export const knowsKysely: readonly string[] = [
  'server/lib/disk-space.ts',
  'server/backup/one-connection.ts',
  'server/messages/outbox/outbox.ts',
  'server/webhooks/outbox/with-deliveries.ts',
]

/** Imports that are allowed although they break the order: an endpoint names the permission that it requires. */
export const exceptions: Readonly<Record<string, string>> = { 'shared/lib/endpoint.ts': 'shared/auth/permissions.ts' }
