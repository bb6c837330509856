import { amounts, average, counts, date, month, share, text, withoutSum, type ReportColumn } from './columns.ts'
import type { ReportDefinition } from './columns.ts'

/** Factors that convert seconds to other units. */
const MINUTES = 1 / 60
const DAYS = 1 / 86_400

const noShowShare = share('no_show_share', 'no_shows', 'closed')
const lead = average('lead', 'lead_seconds', 'booked_ahead', DAYS)
const decimals = (...keys: ReportColumn['key'][]): ReportColumn[] => keys.map((key) => ({ key, kind: 'decimal' }))
const perOpenHour = (hours: 'people_open' | 'clinic_hours'): ReportColumn => ({
  key: 'per_open_hour',
  kind: 'amount',
  ratio: { of: 'revenue', per: hours, times: 1 },
})

/** The reports about visits in the order of the list. */
export const visitDefinitions = {
  'visits-compared': {
    columns: [
      text('period', 44),
      ...[
        ...counts('visits', 'kept'),
        share('kept_share', 'kept', 'closed'),
        ...counts('no_shows'),
        noShowShare,
        ...counts('cancelled', 'open', 'new_clients', 'returning'),
        ...amounts('revenue'),
        { key: 'per_client', kind: 'amount', ratio: { of: 'revenue', per: 'clients_paid', times: 1 } } as const,
        perOpenHour('clinic_hours'),
      ].map(withoutSum),
    ],
    main: 'kept',
    compares: 'periods',
    person: 'practitioner',
    group: 'visits',
  },
  'visits-by-day': {
    columns: [
      date,
      ...counts('visits', 'kept', 'no_shows', 'cancelled', 'open', 'new_clients', 'returning', 'till_sales'),
    ],
    main: 'kept',
    chart: 'days',
    person: 'practitioner',
    group: 'visits',
  },
  'visits-by-source': {
    columns: [
      text('source'),
      ...counts('visits', 'kept', 'no_shows'),
      noShowShare,
      ...counts('cancelled_client', 'cancelled_late', 'cancelled_clinic', 'cancelled_other', 'open', 'till_sales'),
      lead,
    ],
    main: 'kept',
    person: 'practitioner',
    group: 'visits',
  },
  'visits-by-practitioner': {
    columns: [
      text('practitioner'),
      ...counts('visits', 'kept', 'no_shows'),
      noShowShare,
      ...counts('cancelled', 'open', 'new_clients'),
      average('waiting', 'waiting_seconds', 'begun', MINUTES),
      average('overrun', 'overrun_seconds', 'finished', MINUTES),
      share('rebooked_share', 'rebooked', 'due'),
    ],
    main: 'kept',
    group: 'visits',
  },
  'bookings-by-cashier': {
    columns: [
      text('cashier'),
      ...counts('visits', 'kept', 'no_shows'),
      noShowShare,
      ...counts('cancelled', 'open', 'rebookings'),
      lead,
    ],
    main: 'visits',
    person: 'practitioner',
    group: 'visits',
  },
  'use-by-resource': {
    columns: [
      text('resource'),
      text('resource_kind', 22),
      ...decimals('open_hours', 'booked_hours'),
      share('use', 'booked_hours', 'open_hours'),
      ...amounts('revenue'),
      perOpenHour('people_open'),
    ],
    main: 'use',
    person: 'practitioner',
    group: 'visits',
  },
  'use-by-hour': {
    columns: [
      text('weekday'),
      { key: 'hour', kind: 'time' },
      ...decimals('people_open', 'people_booked'),
      share('people_use', 'people_booked', 'people_open'),
      ...decimals('rooms_open', 'rooms_booked'),
      share('rooms_use', 'rooms_booked', 'rooms_open'),
    ],
    main: 'people_use',
    chart: 'week',
    person: 'practitioner',
    group: 'visits',
  },
  'client-retention': {
    columns: [
      month,
      ...counts('new_clients'),
      share('back_30_share', 'back_30', 'of_30'),
      share('back_90_share', 'back_90', 'of_90'),
      share('back_180_share', 'back_180', 'of_180'),
      share('back_365_share', 'back_365', 'of_365'),
    ],
    main: 'back_90_share',
    chart: 'rows',
    person: 'practitioner',
    group: 'visits',
  },
  'next-services': {
    columns: [
      text('service'),
      text('next_service', 44),
      ...counts('clients').map(withoutSum),
      withoutSum(share('next_share', 'came_again', 'followed')),
      withoutSum(average('gap', 'gap_seconds', 'came_again', DAYS)),
    ],
    main: 'clients',
    person: 'practitioner',
    group: 'visits',
  },
  'lapsed-clients': {
    columns: [
      text('client'),
      text('phone', 32),
      text('service', 40),
      { key: 'last_visit', kind: 'date' },
      { key: 'due_on', kind: 'date' },
      ...counts('all_visits').map(withoutSum),
    ],
    isLong: true,
    person: 'practitioner',
    group: 'visits',
  },
} satisfies Record<string, ReportDefinition>
