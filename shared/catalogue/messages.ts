import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

export const catalogueMessages = defineMessages('catalogue', {
  treatmentName: 'Please enter a treatment name!',
  serviceNameAndTreatment: 'Enter service name and select a treatment!',
  serviceImage: 'Please upload an image!',
  addOnNameAndTreatment: 'Enter add-on name and select a treatment!',
  deleteTreatment: 'Are you sure you want to delete this treatment?',
  deleteService: 'Are you sure you want to delete this service?',
  deleteAddOn: 'Are you sure you want to delete this add-on?',
  treatmentNotFound: 'Treatment not found',
  serviceNotFound: 'Service not found',
  addOnNotFound: 'Add-on not found',
  noSuchTreatment: 'Choose a treatment from the list.',
  treatmentIsDeleted: 'The treatment was deleted. Restore it first.',
  nothingFound: 'No services or add-ons found',
  failedToCreateTreatment: 'Failed to create treatment.',
  failedToUpdateService: 'Failed to update service. Reverting changes.',
  failedToUpdate: 'Failed to update. Reverting changes.',
  failedToDeleteTreatment: 'Failed to soft delete treatment/service.',
  serviceDeleted: 'Service deleted successfully!',
  addOnDeleted: 'Add-on deleted successfully!',
  treatmentDeleted: 'Treatment deleted successfully!',
  failedToDeleteService: 'Failed to delete service.',
  failedToDeleteAddOn: 'Failed to delete add-on.',
  errorWhileDeleting: 'An error occurred while deleting.',
  noTreatments: 'No treatments found',
  noTreatmentsMatch: 'No treatments match your search',
  noServices: 'No services found',
  noServicesMatch: 'No services match your search',
  noAddOns: 'No add-ons found',
  noAddOnsMatch: 'No add-ons match your search',
  eligibleOrExcise: 'A service with excise is not eligible for the Senior Citizen and PWD discount.',
  duration: 'Choose from 15 minutes to 8 hours, in quarter hours.',
  buffer: 'Choose up to 4 hours, in quarter hours.',
  notice: 'Choose a minimum notice of at most 30 days.',
  horizon: 'Choose from 1 to 366 days.',
  rebookAfter: 'Choose from 1 to 366 days.',
  visitsShorter: (count: number) =>
    plural(count, {
      one: '1 booked visit keeps its shorter time until you move it.',
      other: `${formatNumber(count)} booked visits keep their shorter time until you move them.`,
    }),
  treatmentNameTaken: 'A treatment with this name already exists.',
  serviceNameTaken: 'This treatment already has a service with this name.',
  addOnNameTaken: 'This treatment already has an add-on with this name.',
  tooManyServices: (max: number) => `Ask for at most ${max} services at once.`,
})

/** Texts of the screen on which admins manage the catalogue; texts shared with other screens are in messages.ts. */
export const managementMessages = defineMessages('catalogue/management', {
  title: 'Treatments & Services',
  sections: 'Catalogue',
  treatments: 'Manage Treatments',
  services: 'Manage Services',
  addOns: 'Manage Add-Ons',
  step: (n: number, of: number) => `${n} of ${of}`,

  addTreatmentTitle: 'Add Treatment',
  addServiceTitle: 'Add Service',
  addAddOnTitle: 'Add Add-On',
  addTreatment: 'ADD TREATMENT',
  addService: 'ADD SERVICE',
  addAddOn: 'ADD ADD-ON',
  adding: 'ADDING...',

  treatmentName: 'Treatment Name',
  serviceName: 'Service Name',
  addOnName: 'Add-On Name',
  description: 'Description',
  descriptionOptional: 'Description (Optional)',
  price: 'Price',
  priceHint: 'Leave the price empty for a price of 0.',
  treatment: 'Treatment',
  image: 'Image',
  selectTreatment: 'Select a treatment',
  noTreatmentYet: 'Add a treatment first.',
  loadingTreatments: 'Loading treatments...',

  taxSettings: 'Discount and tax',
  taxSettingsOf: (service: string) => `Discount and tax of ${service}`,
  taxNotSaved: 'The discount and tax were not saved',
  seniorPwd: 'Senior Citizen and PWD discount',
  seniorPwdHint: 'For consultations and other health services: holders of a card pay 20% less, and no VAT.',
  taxClass: 'Tax class',
  taxClassHint: 'Used when the clinic is registered for VAT. Ask your accountant.',
  taxClasses: { vatable: 'VATable', exempt: 'VAT-exempt', 'zero-rated': 'Zero-rated' },
  excise: 'Excise on invasive cosmetic procedures',
  exciseHint: 'Applies only if the clinic charges excise.',
  eligibleShort: 'Senior/PWD',
  taxShort: 'Tax',
  bookingSettings: 'Duration and booking',
  bookingSettingsOf: (name: string, minutes: string) => `Duration and booking of ${name}: ${minutes}`,
  bookingNotSaved: 'The duration and booking were not saved.',
  notOnline: (minutes: string) => `${minutes}, not online`,
  minutes: (count: number) => {
    const [hours, rest] = [Math.floor(count / 60), count % 60]
    if (hours === 0) return `${formatNumber(rest)} min`
    return rest === 0 ? `${formatNumber(hours)} h` : `${formatNumber(hours)} h ${formatNumber(rest)} min`
  },
  duration: 'Duration',
  bufferBefore: 'Time before the visit',
  bufferAfter: 'Time after the visit',
  buffersHint: 'The room, people and devices stay busy before and after the visit, to prepare and to clean.',
  bookableOnline: 'Can be booked online',
  bookableOnlineHint: 'Clients book this service themselves.',
  notBookableOnlineHint: 'Only the clinic books this service.',
  noticeLabel: 'Minimum notice',
  asClinic: 'Clinic’s setting',
  noticeOf: (minutes: number) => {
    if (minutes === 0) return 'None'
    if (minutes % 60 !== 0) return `${formatNumber(minutes)} min`
    const hours = minutes / 60
    return hours % 24 === 0
      ? plural(hours / 24, { one: '1 day', other: `${formatNumber(hours / 24)} days` })
      : plural(hours, { one: '1 hour', other: `${formatNumber(hours)} hours` })
  },
  horizonLabel: 'Bookable days ahead',
  horizonOf: (days: number) => plural(days, { one: '1 day', other: `${formatNumber(days)} days` }),

  rebookLabel: 'Next visit after',
  rebookHint: 'The receipt offers to book the next visit for that day.',
  rebookAfter: (days: number) =>
    days % 7 === 0
      ? plural(days / 7, { one: '1 week', other: `${formatNumber(days / 7)} weeks` })
      : plural(days, { one: '1 day', other: `${formatNumber(days)} days` }),

  searchTreatments: 'Search treatments',
  searchServices: 'Search services',
  searchAddOns: 'Search add-ons',
  filterByTreatment: 'Filter by treatment',
  allTreatments: 'All treatments',
  showDeleted: 'Show deleted',
  listedTreatments: (n?: number) => (n === undefined ? 'Treatments' : `Treatments (${n})`),
  listedServices: (n?: number) => (n === undefined ? 'Services' : `Services (${n})`),
  listedAddOns: (n?: number) => (n === undefined ? 'Add-Ons' : `Add-Ons (${n})`),
  deletedTreatments: (n?: number) => (n === undefined ? 'Deleted treatments' : `Deleted treatments (${n})`),
  deletedServices: (n?: number) => (n === undefined ? 'Deleted services' : `Deleted services (${n})`),
  deletedAddOns: (n?: number) => (n === undefined ? 'Deleted add-ons' : `Deleted add-ons (${n})`),
  actions: 'Actions',

  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  restore: (name: string) => `Restore ${name}`,
  restoreWord: 'RESTORE',
  save: 'Save changes',
  cancel: 'Cancel editing',
  deleteWord: 'DELETE',
  keep: 'CANCEL',
  goesWithTreatment: (name: string) =>
    `The services and add-ons of ${name} are hidden as well. You can restore them with the treatment.`,

  added: (name: string) => `${name} was added.`,
  saved: (name: string) => `${name} was saved.`,
  restored: (name: string) => `${name} was restored.`,
  notAdded: 'Nothing was added.',
  notRestored: 'Nothing was restored.',
  failedToLoadTreatments: 'Failed to load treatments.',
  failedToLoadServices: 'Failed to load services.',
  failedToLoadAddOns: 'Failed to load add-ons.',

  firstTreatment: 'Add the first treatment with the form. Then add its services and add-ons.',
  firstService: 'Add the first service with the form. Clients can then book it, and cashiers can sell it.',
  firstAddOn: 'Add the first add-on with the form. Cashiers can then sell it with a service of its treatment.',
  treatmentFirst: 'Add a treatment first, under Manage Treatments.',
  otherText: 'Try other words, or clear the search.',
  otherTreatment: 'Choose another treatment, or all treatments.',
  noneDeleted: 'No deleted items',
  noneDeletedHint: 'You can restore deleted items here.',
})
