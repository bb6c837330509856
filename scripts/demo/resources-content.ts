import type { ResourceColour } from '#shared/resources/colours.ts'
import type { ResourceKind } from '#shared/resources/free-starts.ts'

/**
 * Working hours by weekday (0 = Sunday), as spans of `HH:mm`. A resource without such hours follows the clinic's hours.
 */
type Hours = readonly { days: readonly number[]; spans: readonly (readonly [from: string, to: string])[] }[]

export type SampleResource = {
  kind: ResourceKind
  name: string
  title?: string
  colour: ResourceColour
  /** The treatments for whose services the resource is used. */
  treatments: readonly string[]
  hours?: Hours
  /** Exceptions from `first` to `last`, in days from today. Without times an exception is for the whole day. */
  exceptions?: readonly {
    kind: 'leave' | 'hours' | 'block'
    first: number
    last: number
    times?: readonly [from: string, to: string]
    note: string
  }[]
}

const WEEKDAYS = [1, 2, 3, 4, 5]
const lunch = [
  ['10:00', '13:00'],
  ['14:00', '19:00'],
] as const

const skin = ['Signature Facials', 'Chemical Peels', 'PRP Microneedling Facials', 'RF Microneedling']

/** The sample clinic's five practitioners, three further rooms and two lasers. */
export const sampleResources: readonly SampleResource[] = [
  {
    kind: 'practitioner',
    name: 'Dr. Camille Ocampo',
    title: 'Dermatologist',
    colour: '#1e7a77',
    treatments: [
      'Botox Injections',
      'Lip Fillers',
      'Radiesse Filler',
      'CO2 Resurfacing Laser',
      'PRP Microneedling Facials',
      'Consultations',
    ],
    hours: [
      {
        days: WEEKDAYS,
        spans: [
          ['10:00', '12:00'],
          ['13:00', '19:00'],
        ],
      },
      { days: [6], spans: [['10:00', '15:00']] },
    ],
    exceptions: [
      { kind: 'block', first: 4, last: 4, times: ['13:00', '14:30'], note: 'Supplier meeting' },
      { kind: 'leave', first: 18, last: 22, note: 'Dermatology congress, Cebu' },
    ],
  },
  {
    kind: 'practitioner',
    name: 'Bea Santos',
    title: 'Senior aesthetician',
    colour: '#ca3258',
    treatments: [...skin, 'Laser Hair Removal', 'Consultations'],
    hours: [{ days: [1, 2, 3, 4, 5, 6], spans: lunch }],
  },
  {
    kind: 'practitioner',
    name: 'Joy Mendoza',
    title: 'Aesthetician',
    colour: '#8057c7',
    treatments: [...skin, 'Laser Hair Removal', 'IV Drips'],
    hours: [{ days: [2, 3, 4, 5, 6], spans: [['11:00', '19:00']] }],
    exceptions: [{ kind: 'leave', first: 10, last: 12, note: 'Family visit' }],
  },
  {
    kind: 'practitioner',
    name: 'Rica Flores',
    title: 'Aesthetician and nurse',
    colour: '#986216',
    treatments: ['Signature Facials', 'IV Drips', 'Chemical Peels', 'Laser Hair Removal'],
    exceptions: [{ kind: 'hours', first: 6, last: 7, times: ['10:00', '14:00'], note: 'Training in the afternoon' }],
  },
  {
    kind: 'practitioner',
    name: 'Lito Ramos',
    title: 'Massage therapist',
    colour: '#2473ab',
    treatments: ['Massage Therapy'],
    exceptions: [{ kind: 'leave', first: 3, last: 3, times: ['10:00', '13:00'], note: '' }],
  },
  { kind: 'room', name: 'Facial room', colour: '#a647a6', treatments: [] },
  { kind: 'room', name: 'Laser room', colour: '#b84b35', treatments: ['CO2 Resurfacing Laser', 'Laser Hair Removal'] },
  { kind: 'room', name: 'Massage room', colour: '#627527', treatments: ['Massage Therapy'] },
  { kind: 'device', name: 'CO2 laser', colour: '#616f83', treatments: ['CO2 Resurfacing Laser'] },
  { kind: 'device', name: 'Diode laser', colour: '#936347', treatments: ['Laser Hair Removal'] },
]

/** Lengths of services other than half an hour, and their buffers. */
export const sampleDurations: Readonly<Record<string, readonly [minutes: number, after?: number]>> = {
  'Diamond Peel Facial': [45],
  'Hydra Glow Facial': [60],
  'Pearl Brightening Facial': [75],
  'Acne Clear Facial': [60],
  'Oxygen Infusion Facial': [75],
  'Lip Volume (1 mL)': [45],
  'Cheek Lift': [60],
  'Jawline Contour': [60],
  'Hand Rejuvenation': [45],
  'Full Face CO2': [90, 15],
  'Scar Spot CO2': [45, 15],
  'Stretch Mark CO2': [120, 15],
  'RF Face': [75],
  'RF Neck': [60],
  'RF Acne Scars': [90],
  'PRP Face': [75],
  'PRP Scalp': [60],
  'PRP Under Eye': [45],
  'TCA Peel': [45],
  'Lymphatic Drainage': [60],
  'Full Legs': [90, 15],
  Brazilian: [45, 15],
  'Upper Lip': [15],
  'Glow Drip': [45],
  'Immunity Drip': [45],
  'Slimming Drip': [60],
  'Follow-up Visit': [15],
}
