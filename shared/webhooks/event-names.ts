/**
 * The kinds of records that webhooks are about, each with the call of the API that reads one record; null where the API
 * has only a list.
 */
const RECORD_CALLS = {
  appointment: '/api/appointments/:id',
  client: '/api/clients-details/:id',
  sale: '/api/transactions/:id',
  product: null,
  service: null,
  'waitlist entry': null,
  'signed form': null,
  webhook: null,
} as const
type RecordKind = keyof typeof RECORD_CALLS

type PublicEvent = {
  /** The kind of record, as the history log names it. */
  record: RecordKind
  /** The types of log entries that cause this event. */
  logTypes: readonly string[]
  /** Types of log entries about a person; the event is about the client record of that person, if there is one. */
  personLogTypes?: readonly string[]
  /** True for an event after which the record no longer exists. */
  isDeletion?: true
}

/** Every event that other programs can choose, with the log entries that cause it. */
export const PUBLIC_EVENTS = {
  'appointment.booked': { record: 'appointment', logTypes: ['appointments.appointment.booked'] },
  'appointment.confirmed': { record: 'appointment', logTypes: ['appointments.appointment.confirmed'] },
  'appointment.rescheduled': { record: 'appointment', logTypes: ['appointments.appointment.rescheduled'] },
  'appointment.cancelled': {
    record: 'appointment',
    logTypes: ['appointments.appointment.cancelled', 'appointments.appointment.lapsed'],
  },
  'appointment.arrived': { record: 'appointment', logTypes: ['appointments.appointment.arrived'] },
  'appointment.started': { record: 'appointment', logTypes: ['appointments.appointment.on-going'] },
  'appointment.completed': { record: 'appointment', logTypes: ['appointments.appointment.completed'] },
  'appointment.changed': {
    record: 'appointment',
    logTypes: [
      'appointments.appointment.pending',
      'appointments.appointment.reassigned',
      'appointments.appointment.undone',
      'appointments.appointment.services-changed',
      'appointments.appointment.not-arrived',
      'appointments.note.changed',
    ],
  },
  'appointment.deleted': {
    record: 'appointment',
    logTypes: ['appointments.appointment.removed'],
    isDeletion: true,
  },
  'client.created': {
    record: 'client',
    logTypes: ['clients.client.created', 'sales.client.created', 'merges.client.restored'],
  },
  'client.changed': {
    record: 'client',
    logTypes: [
      'clients.client.changed',
      'clients.email.confirmed',
      'clients.account.confirmed',
      'clients.note.changed',
      'clients.history.added',
      'clients.account.assigned',
      'client-cards.card.changed',
      'merges.client.undone',
    ],
    personLogTypes: ['profile.profile.changed', 'users.user.changed', 'appointments.client.number-added'],
  },
  'client.merged': { record: 'client', logTypes: ['merges.client.merged'] },
  'client.deleted': {
    record: 'client',
    logTypes: ['merges.client.left'],
    personLogTypes: ['users.user.closed'],
    isDeletion: true,
  },
  'sale.recorded': { record: 'sale', logTypes: ['sales.sale.recorded'] },
  'sale.voided': { record: 'sale', logTypes: ['sales.sale.voided'] },
  'sale.refunded': { record: 'sale', logTypes: ['sales.sale.refunded'] },
  'product.created': { record: 'product', logTypes: ['inventory.product.created'] },
  'product.changed': { record: 'product', logTypes: ['inventory.product.changed', 'inventory.stock.moved'] },
  'product.deleted': { record: 'product', logTypes: ['inventory.product.deleted'], isDeletion: true },
  'service.created': { record: 'service', logTypes: ['catalogue.service.created'] },
  'service.changed': { record: 'service', logTypes: ['catalogue.service.changed', 'catalogue.service.restored'] },
  'service.deleted': { record: 'service', logTypes: ['catalogue.service.deleted'], isDeletion: true },
  'waitlist.entry.added': { record: 'waitlist entry', logTypes: ['waitlist.entry.added'] },
  'form.signed': { record: 'signed form', logTypes: ['forms.copy.signed', 'forms.copy.corrected'] },
} as const satisfies Record<string, PublicEvent>

/** The name of an event that an admin can choose. */
export type ChosenEvent = keyof typeof PUBLIC_EVENTS
export const CHOSEN_EVENTS = Object.keys(PUBLIC_EVENTS) as [ChosenEvent, ...ChosenEvent[]]

/** The event that the test button sends. Nobody chooses this event, and every address gets it. */
export const TEST_EVENT = 'webhook.test' as const
export type WebhookEvent = ChosenEvent | typeof TEST_EVENT

export type Cause = { event: ChosenEvent; isAboutPerson: boolean }

const causes = new Map<string, Cause>(
  CHOSEN_EVENTS.flatMap((event): [string, Cause][] => {
    const { logTypes, personLogTypes = [] }: PublicEvent = PUBLIC_EVENTS[event]
    return [
      ...logTypes.map((type): [string, Cause] => [type, { event, isAboutPerson: false }]),
      ...personLogTypes.map((type): [string, Cause] => [type, { event, isAboutPerson: true }]),
    ]
  }),
)

/** The event that a log entry of this type causes; undefined for most types. */
export const eventCausedBy = (logType: string): Cause | undefined => causes.get(logType)

const describedEvent = (event: WebhookEvent): PublicEvent =>
  event === TEST_EVENT ? { record: 'webhook', logTypes: [] } : PUBLIC_EVENTS[event]

type Occurrence = { event: WebhookEvent; recordId: string; changed: readonly string[]; occurredAt: string }

/**
 * The body of a webhook's request. It contains no personal data: the receiver reads the record with an API key, whose
 * scopes decide what the receiver sees.
 */
export function webhookBody({ event, recordId, changed, occurredAt }: Occurrence) {
  const { record, isDeletion } = describedEvent(event)
  const call = isDeletion ? null : RECORD_CALLS[record]
  return {
    type: event,
    timestamp: occurredAt,
    data: { record, id: recordId, changed: [...changed], url: call && call.replace(':id', recordId) },
  }
}
