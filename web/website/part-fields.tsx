import { MOST, type Part, type WebsiteContent } from '#shared/website/content.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { CardFields, MenuFields } from './catalogue-fields.tsx'
import { ContactFields, QuoteFields, VisitFields } from './contact-fields.tsx'
import { Entries, Text } from './entries.tsx'
import { HeadFields } from './head-fields.tsx'
import { PeopleFields } from './people-fields.tsx'
import { PictureField, PictureUpload, thumbnailOf } from './picture-field.tsx'
import { LookFields } from './look-fields.tsx'
import { ResultsFields } from './results-fields.tsx'
import type { FieldsProps, WebsiteEditor } from './use-website-editor.ts'

/** The fields of one part of the page. */
export function PartFields({ part, editor: { content, change, refreshSite } }: { part: Part; editor: WebsiteEditor }) {
  const of = <P extends Exclude<keyof WebsiteContent, 'order' | 'hidden'>>(key: P): FieldsProps<P> => ({
    value: content[key],
    change: (changes) => change(key, changes),
  })
  switch (part) {
    case 'hero':
      return <HeroFields {...of('hero')} />
    case 'services':
      return <CardFields {...of('services')} />
    case 'about':
      return <AboutFields {...of('about')} />
    case 'results':
      return <ResultsFields {...of('results')} onVisible={refreshSite} />
    case 'people':
      return <PeopleFields {...of('people')} />
    case 'rooms':
      return <RoomFields {...of('rooms')} />
    case 'pricing':
      return <MenuFields {...of('pricing')} />
    case 'testimonials':
      return <QuoteFields {...of('testimonials')} />
    case 'visit':
      return <VisitFields {...of('visit')} />
    case 'contact':
      return <ContactFields {...of('contact')} />
    case 'look':
      return <LookFields {...of('look')} />
    case 'order':
      return null
  }
}

const stack = 'space-y-5'
const pair = 'grid gap-5 sm:grid-cols-2'

const HeroFields = ({ value, change }: FieldsProps<'hero'>) => (
  <div className={stack}>
    <Text label={s.eyebrow} value={value.eyebrow} most={60} onChange={(eyebrow) => change({ eyebrow })} />
    <div className={pair}>
      <Text
        label={s.headline}
        value={value.title}
        most={60}
        hint={s.headlineHint}
        onChange={(title) => change({ title })}
      />
      <Text
        label={s.headlineItalics}
        value={value.title_in_italics}
        most={60}
        onChange={(title_in_italics) => change({ title_in_italics })}
      />
    </div>
    <Text label={s.text} value={value.lead} most={300} long onChange={(lead) => change({ lead })} />
    <Field label={s.facts} hint={s.factsHint}>
      <Textarea
        value={value.facts.join('\n')}
        onChange={({ target }) =>
          change({
            facts: target.value
              .split('\n')
              .slice(0, MOST.facts)
              .map((fact) => fact.slice(0, 40)),
          })
        }
      />
    </Field>
    <h3 className="font-semibold">{s.slides}</h3>
    <Entries
      items={value.slides}
      onChange={(next) => change(({ slides }) => ({ slides: next(slides) }))}
      nameOf={(slide, place) => slide.name || s.slide(place + 1)}
      most={MOST.slides}
      thumbnailOf={({ picture }) => thumbnailOf(picture.id)}
    >
      {(slide, update) => (
        <>
          <PictureField label={s.picture} value={slide.picture} onChange={(picture) => update({ picture })} />
          <Text label={s.slideName} value={slide.name} most={40} onChange={(name) => update({ name })} />
        </>
      )}
    </Entries>
    {value.slides.length < MOST.slides && (
      <PictureUpload
        key={value.slides.length}
        label={s.slide(value.slides.length + 1)}
        id={null}
        onStored={(id) =>
          change(({ slides }) => ({ slides: [...slides, { name: '', picture: { id, alt: '', focus: 'center' } }] }))
        }
      />
    )}
  </div>
)

const AboutFields = ({ value, change }: FieldsProps<'about'>) => (
  <div className={stack}>
    <Text label={s.sectionTitle} value={value.title} most={120} onChange={(title) => change({ title })} />
    <Text label={s.style} value={value.style} most={500} long onChange={(style) => change({ style })} />
    <Text label={s.mission} value={value.mission} most={500} long onChange={(mission) => change({ mission })} />
    <PictureField
      label={s.picture}
      value={value.picture}
      onChange={(picture) => change({ picture })}
      onRemove={() => change({ picture: null })}
    />
    <Switch
      label={s.hasBand}
      detail={s.hasBandHint}
      checked={value.has_band}
      onChange={(has_band) => change({ has_band })}
    />
    {value.has_band && (
      <PictureField
        label={s.band}
        value={value.band}
        onChange={(band) => change({ band })}
        onRemove={() => change({ band: null })}
      />
    )}
  </div>
)

const RoomFields = ({ value, change }: FieldsProps<'rooms'>) => (
  <div className={stack}>
    <HeadFields value={value} change={change} />
    <Entries
      items={value.pictures}
      onChange={(next) => change(({ pictures }) => ({ pictures: next(pictures) }))}
      nameOf={(room, place) => room.name || s.slide(place + 1)}
      most={MOST.rooms}
      thumbnailOf={({ picture }) => thumbnailOf(picture.id)}
    >
      {(room, update) => (
        <>
          <PictureField label={s.picture} value={room.picture} onChange={(picture) => update({ picture })} />
          <Text label={s.slideName} value={room.name} most={60} onChange={(name) => update({ name })} />
        </>
      )}
    </Entries>
    {value.pictures.length < MOST.rooms && (
      <PictureUpload
        key={value.pictures.length}
        label={s.slide(value.pictures.length + 1)}
        id={null}
        onStored={(id) =>
          change(({ pictures }) => ({
            pictures: [...pictures, { name: '', picture: { id, alt: '', focus: 'center' } }],
          }))
        }
      />
    )}
  </div>
)
