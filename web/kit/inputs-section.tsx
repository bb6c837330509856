import { useState } from 'react'
import { SectionCard } from '#web/ui/card.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { PasswordInput } from '#web/ui/fields/password-input.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Textarea } from '#web/ui/fields/textarea.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'

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
