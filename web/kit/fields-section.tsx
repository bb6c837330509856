import { useState } from 'react'
import { Calendar, List } from 'lucide-react'
import { SectionCard } from '#web/ui/card.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { PasswordInput, TextInput, Textarea } from '#web/ui/fields/text-input.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import { Checkbox, Switch } from '#web/ui/fields/toggles.tsx'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { MultiSelect } from '#web/ui/fields/multi-select.tsx'
import { RadioGroup, SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { addOns, clients, treatments } from './samples.ts'

export function InputsSection() {
  const [search, setSearch] = useState('')
  return (
    <SectionCard title="Inputs" bodyClassName="grid grid-cols-1 gap-4 px-5 pb-5 sm:grid-cols-2">
      <Field label="Full Name" required>
        <TextInput autoComplete="off" placeholder="Bianca Garcia" />
      </Field>
      <Field label="Email (Optional)" hint="For the receipt only.">
        <TextInput type="email" autoComplete="off" defaultValue="bianca@example.com" />
      </Field>
      <Field label="Contact Number" error="Enter a mobile number like 0917 123 4567.">
        <TextInput type="tel" defaultValue="12" />
      </Field>
      <Field label="Location" disabled hint="Set by the clinic.">
        <TextInput defaultValue="Quezon City" />
      </Field>
      <Field label="New Password" required error={['At least 10 characters.', 'It must not contain your name.']}>
        <PasswordInput autoComplete="new-password" defaultValue="bianca" />
      </Field>
      <Field label="Date" required hint="Today or later.">
        <DateInput min="2026-11-21" max="2027-12-31" defaultValue="2026-11-21" />
      </Field>
      <Numbers />
      <Field label="Reason" className="sm:col-span-2" hint="Shown on the calendar.">
        <Textarea placeholder="Staff training" />
      </Field>
      <SearchBox label="Search clients" value={search} onChange={setSearch} className="sm:col-span-2" />
      <Uploads />
    </SectionCard>
  )
}

function Uploads() {
  const [picture, setPicture] = useState<File | null>(null)
  return (
    <>
      <div className="sm:col-span-2">
        <UploadField label="Image" required value={picture} onChange={setPicture} />
      </div>
      <div className="sm:col-span-2">
        <UploadField
          label="Stored image"
          value={null}
          onChange={setPicture}
          currentSrc="/art/hero-2-640.webp"
          error="Please upload an image!"
        />
      </div>
    </>
  )
}

function Numbers() {
  const [amount, setAmount] = useState('41,000.00')
  const [count, setCount] = useState<number | null>(12)
  return (
    <>
      <Field label="Amount Received" required>
        <MoneyInput value={amount} onChange={setAmount} />
      </Field>
      <Field label="Quantity">
        <NumberInput value={count} onChange={setCount} min={0} max={999} />
      </Field>
      <Field label="Discount" disabled>
        <MoneyInput value="500.00" onChange={setAmount} />
      </Field>
      <Field label="Stock" error="Enter a whole number.">
        <NumberInput value={null} onChange={setCount} min={0} />
      </Field>
    </>
  )
}

export function ChoicesSection() {
  return (
    <SectionCard title="Choices" bodyClassName="space-y-4 px-5 pb-5">
      <Lists />
      <Toggles />
      <Segments />
      <TreatmentTabs />
    </SectionCard>
  )
}

function Lists() {
  const [treatment, setTreatment] = useState<string | null>('facials')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>(['led', 'mask'])
  const [none, setNone] = useState<string[]>([])
  const known = name === '' || clients.some((client) => client.label === name)
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label="Select Treatment" required group>
        <Select options={treatments} value={treatment} onChange={setTreatment} />
      </Field>
      <Field label="Role" group error="Choose a role.">
        <Select options={treatments} value={null} onChange={setTreatment} />
      </Field>
      <Field label="Customer Name" required>
        <Combobox items={clients} value={name} onChange={setName} unmatched={!known} placeholder="Type a name" />
      </Field>
      <Field label="Client (searching)">
        <Combobox items={[]} filtered loading value="Bian" onChange={setName} unmatched />
      </Field>
      <Field label="Select Add-ons">
        <MultiSelect options={addOns} value={chosen} onChange={setChosen} />
      </Field>
      <Field label="Select Services" disabled>
        <MultiSelect options={addOns} value={none} onChange={setNone} placeholder="Select treatment first" />
      </Field>
    </div>
  )
}

function Toggles() {
  const [edit, setEdit] = useState(true)
  const [existing, setExisting] = useState(true)
  const [type, setType] = useState<string | null>('new')
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
      <div>
        <Switch label="Edit Mode" detail="A tap on a date closes or opens it." checked={edit} onChange={setEdit} />
        <Switch label="Multiple Dates" checked={!edit} onChange={(on) => setEdit(!on)} />
        <Switch label="Add Appointment Mode" checked={false} onChange={setEdit} disabled />
      </div>
      <div>
        <Checkbox label="Use Existing User" checked={existing} onChange={setExisting} />
        <Checkbox label="LED light" aside="₱1,200" checked={!existing} onChange={(on) => setExisting(!on)} />
        <Checkbox label="All add-ons" indeterminate checked={false} onChange={setExisting} />
        <Checkbox label="Not for this treatment" disabled checked={false} onChange={setExisting} />
      </div>
      <Field label="Client type" group>
        <RadioGroup
          options={[
            { value: 'new', label: 'New Client', detail: 'With an appointment waiting to be paid' },
            { value: 'existing', label: 'Existing Client' },
            { value: 'closed', label: 'Closed account', disabled: true },
          ]}
          value={type}
          onChange={setType}
        />
      </Field>
    </div>
  )
}

function Segments() {
  const [view, setView] = useState<string | null>('month')
  const [discount, setDiscount] = useState<string | null>('no')
  return (
    <div className="flex flex-wrap items-end gap-4">
      <SegmentedControl
        aria-label="Calendar view"
        options={[
          { value: 'month', label: 'Month', icon: <Calendar size={17} aria-hidden="true" /> },
          { value: 'week', label: 'Week' },
          { value: 'day', label: 'Day' },
          { value: 'agenda', label: 'Agenda', icon: <List size={17} aria-hidden="true" /> },
        ]}
        value={view}
        onChange={setView}
      />
      <Field label="Discount" group className="w-40">
        <SegmentedControl
          block
          options={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          value={discount}
          onChange={setDiscount}
        />
      </Field>
    </div>
  )
}

function TreatmentTabs() {
  const [tab, setTab] = useState('all')
  return (
    <Tabs
      label="Treatments"
      items={[{ value: 'all', label: 'All', count: 60 }, ...treatments]}
      value={tab}
      onChange={setTab}
      panelClassName="pt-3 text-sm text-ink-2"
    >
      The services of {tab}.
    </Tabs>
  )
}
