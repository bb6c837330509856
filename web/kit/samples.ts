import type { Option } from '#web/ui/fields/option.tsx'

export const treatments: Option[] = [
  { value: 'facials', label: 'Facials' },
  { value: 'injectables', label: 'Injectables' },
  { value: 'fillers', label: 'Dermal fillers' },
  { value: 'laser', label: 'Laser' },
  { value: 'needling', label: 'Microneedling' },
  { value: 'parties', label: 'Parties (closed)', disabled: true },
]

export const addOns: Option[] = [
  { value: 'mask', label: 'Collagen mask', detail: '₱850' },
  { value: 'led', label: 'LED light', detail: '₱1,200' },
  { value: 'numb', label: 'Numbing cream', detail: '₱300' },
  { value: 'prp', label: 'Extra PRP tube', detail: '₱2,500' },
]

export const clients: Option[] = [
  { value: '1', label: 'Bianca Garcia', detail: 'bianca@example.com' },
  { value: '2', label: 'Paolo Santos', detail: '+63 917 123 4567' },
  { value: '3', label: 'Jessa Bautista' },
  { value: '4', label: 'Bianca Mendoza', detail: 'Hydra glow, 9:00 AM' },
]

export type Visit = { id: number; client: string; service: string; time: string; amount: string; status: string }

const people = ['Bianca Garcia', 'Paolo Santos', 'Jessa Bautista', 'Tricia Garcia', 'Maricel de los Santos-Villanueva']
const services = ['Hydra glow', 'Crow’s feet', 'Full face CO2 resurfacing with numbing', 'PRP scalp', 'Lip definition']
const statuses = ['Confirmed', 'On-going', 'Completed', 'Pending', 'Cancelled']

export const visits: Visit[] = Array.from({ length: 10 }, (_, index) => ({
  id: index + 1,
  client: people[index % 5] ?? '',
  service: services[(index * 2) % 5] ?? '',
  time: `${8 + (index % 4)}:${index % 2 ? '30' : '00'} AM`,
  amount: `₱${((index + 1) * 1250).toLocaleString('en-PH')}.00`,
  status: statuses[index % 5] ?? '',
}))

export const months = [
  812_000, 744_500, 901_200, 968_000, 887_300, 1_042_800, 1_101_500, 1_064_900, 1_188_400, 1_152_000, 1_267_300,
  984_600,
].map((value, index) => {
  const short = ['Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'][index] ?? ''
  return { label: `${short} ${index === 0 ? 2025 : 2026}`, shortLabel: short, value: value * 100 }
})
