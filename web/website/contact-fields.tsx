import { LICENCE_KINDS, MOST } from '#shared/website/content.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { paths } from '#web/lib/paths.ts'
import { Elsewhere, Entries, Text } from './entries.tsx'
import { HeadFields } from './head-fields.tsx'
import type { FieldsProps } from './use-website-editor.ts'
import { PictureField } from './picture-field.tsx'

const stack = 'space-y-5'
const pair = 'grid gap-5 sm:grid-cols-2'

const STARS = [5, 4, 3, 2, 1]

export const QuoteFields = ({ value, change }: FieldsProps<'testimonials'>) => (
  <div className={stack}>
    <HeadFields value={value} change={change} samplesHint={s.areSamplesHint} />
    <Entries
      items={value.quotes}
      onChange={(next) => change(({ quotes }) => ({ quotes: next(quotes) }))}
      nameOf={(quote, place) => quote.name || s.testimonial(place + 1)}
      most={MOST.quotes}
      blank={() => ({ name: '', visit: '', quote: '', stars: 5, source: '', date: null })}
    >
      {(quote, update) => (
        <>
          <Text label={s.quote} value={quote.quote} most={400} long onChange={(text) => update({ quote: text })} />
          <div className={pair}>
            <Text label={s.quoteBy} value={quote.name} most={60} onChange={(name) => update({ name })} />
            <Text label={s.quoteVisit} value={quote.visit} most={60} onChange={(visit) => update({ visit })} />
            <Text
              label={s.source}
              value={quote.source}
              most={60}
              hint={s.sourceHint}
              onChange={(source) => update({ source })}
            />
            <Field label={s.date}>
              <DateInput value={quote.date ?? ''} onChange={({ target }) => update({ date: target.value || null })} />
            </Field>
            <Field label={s.stars} group>
              <Select
                value={quote.stars}
                onChange={(stars) => update({ stars })}
                options={STARS.map((stars) => ({ value: stars, label: String(stars) }))}
              />
            </Field>
          </div>
        </>
      )}
    </Entries>
  </div>
)

export const VisitFields = ({ value, change }: FieldsProps<'visit'>) => (
  <div className={stack}>
    <Text label={s.sectionTitle} value={value.title} most={80} onChange={(title) => change({ title })} />
    <Elsewhere text={s.ofClinic} to={paths.clinic} link={s.openClinic} />
    <Text
      label={s.directions}
      value={value.directions}
      most={400}
      long
      onChange={(directions) => change({ directions })}
    />
    <Text label={s.mapLink} value={value.map_url} most={300} type="url" onChange={(map_url) => change({ map_url })} />
    <PictureField
      label={s.mapPicture}
      value={value.map}
      onChange={(map) => change({ map })}
      onRemove={() => change({ map: null })}
    />
  </div>
)

export const ContactFields = ({ value, change }: FieldsProps<'contact'>) => (
  <div className={stack}>
    <Text label={s.sectionTitle} value={value.title} most={80} onChange={(title) => change({ title })} />
    <Elsewhere text={s.reachOfClinic} to={paths.clinic} link={s.openClinic} />
    <Text label={s.text} value={value.lead} most={300} long onChange={(lead) => change({ lead })} />
    <div className={pair}>
      <Text
        label={s.messenger}
        value={value.messenger_url}
        most={300}
        type="url"
        onChange={(messenger_url) => change({ messenger_url })}
      />
      <Text label={s.viber} value={value.viber} most={40} type="tel" onChange={(viber) => change({ viber })} />
    </div>
    <h3 className="font-semibold">{s.licences}</h3>
    <Entries
      items={value.licences}
      onChange={(next) => change(({ licences }) => ({ licences: next(licences) }))}
      nameOf={(_, place) => s.licenceOf(place + 1)}
      most={MOST.licences}
      blank={() => ({ kind: 'DOH' as const, text: '' })}
    >
      {(licence, update) => (
        <div className={pair}>
          <Field label={s.licenceKind} group>
            <Select
              value={licence.kind}
              onChange={(kind) => update({ kind })}
              options={LICENCE_KINDS.map((kind) => ({ value: kind, label: kind }))}
            />
          </Field>
          <Text label={s.licenceText} value={licence.text} most={80} onChange={(text) => update({ text })} />
        </div>
      )}
    </Entries>
    <Text
      label={s.privacyLine}
      value={value.privacy_line}
      most={200}
      onChange={(privacy_line) => change({ privacy_line })}
    />
  </div>
)
