import type { ReactNode } from 'react'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { catalogueSentences } from '#shared/catalogue/sentences.ts'
import { AddAddOnForm } from './add-add-on-form.tsx'
import { addOnColumns } from './add-on-columns.tsx'
import { AddServiceForm } from './add-service-form.tsx'
import { AddTreatmentForm } from './add-treatment-form.tsx'
import { addOnKind, serviceKind, treatmentKind } from './catalogue-kinds.ts'
import { CatalogueList } from './catalogue-list.tsx'
import type { CatalogueView, Section } from './catalogue-view.ts'
import { serviceColumns } from './service-columns.tsx'
import { treatmentColumns } from './treatment-columns.tsx'

const treatmentWords = {
  search: s.searchTreatments,
  listed: s.listedTreatments,
  listedDeleted: s.deletedTreatments,
  failed: s.failedToLoadTreatments,
  none: catalogueSentences.noTreatments,
  noneHint: s.firstTreatment,
  noneMatch: catalogueSentences.noTreatmentsMatch,
  deleteBody: s.goesWithTreatment,
}
const serviceWords = {
  search: s.searchServices,
  listed: s.listedServices,
  listedDeleted: s.deletedServices,
  failed: s.failedToLoadServices,
  none: catalogueSentences.noServices,
  noneHint: s.firstService,
  noneMatch: catalogueSentences.noServicesMatch,
}
const addOnWords = {
  search: s.searchAddOns,
  listed: s.listedAddOns,
  listedDeleted: s.deletedAddOns,
  failed: s.failedToLoadAddOns,
  none: catalogueSentences.noAddOns,
  noneHint: s.firstAddOn,
  noneMatch: catalogueSentences.noAddOnsMatch,
}

/** The form beside the list on wide screens, above it elsewhere. */
function Columns({ form, list }: { form: ReactNode; list: ReactNode }) {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[21rem_minmax(0,1fr)]">
      {form}
      {list}
    </div>
  )
}

const treatments = { kind: treatmentKind, columns: treatmentColumns, words: treatmentWords }
const services = { kind: serviceKind, columns: serviceColumns, words: serviceWords, byTreatment: true }
const addOns = { kind: addOnKind, columns: addOnColumns, words: addOnWords, byTreatment: true }

const sections: Record<Section, (view: CatalogueView) => ReactNode> = {
  treatments: (view) => <Columns form={<AddTreatmentForm />} list={<CatalogueList {...view} {...treatments} />} />,
  services: (view) => <Columns form={<AddServiceForm />} list={<CatalogueList {...view} {...services} />} />,
  'add-ons': (view) => <Columns form={<AddAddOnForm />} list={<CatalogueList {...view} {...addOns} />} />,
}

export const CatalogueSection = ({ section, ...view }: CatalogueView & { section: Section }) => sections[section](view)
