import { catalogueContract } from '#shared/catalogue/contract.ts'
import { MOST } from '#shared/website/content.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { paths } from '#web/lib/paths.ts'
import type { RowOf } from '#web/data/list-endpoint.ts'
import { useEveryRow } from '#web/data/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { Elsewhere, Entries, hiding, Text } from './entries.tsx'
import { HeadFields } from './head-fields.tsx'
import type { FieldsProps } from './use-website-editor.ts'
import { PictureField, PictureUpload, thumbnailOf } from './picture-field.tsx'

/** A website entry linked to a record, such as a treatment or practitioner. */
type Linked = { is_shown: boolean }

/**
 * The entries that the editor shows: the stored ones, then one for each record without a stored entry. Editing an entry
 * that is not stored yet stores this entry and all entries before it.
 */
export function joined<E extends Linked>(
  entries: readonly E[],
  rows: readonly { id: string }[],
  idOf: (entry: E) => string | null,
  blankOf: (id: string) => E,
): E[] {
  const named = new Set(entries.map(idOf))
  const known = new Set(rows.map(({ id }) => id))
  // Entries whose record was deleted are left out, also when saving.
  const there = entries.filter((entry) => idOf(entry) === null || known.has(idOf(entry)!))
  return [...there, ...rows.filter(({ id }) => !named.has(id)).map(({ id }) => blankOf(id))]
}

type Treatments = { treatments: readonly RowOf<typeof catalogueContract.treatments>[] }

const pictureOf = (id: string) => ({ id, alt: '', focus: 'center' as const })

export function CardFields(props: FieldsProps<'services'>) {
  const read = useEveryRow(catalogueContract.treatments)
  return (
    <Loaded read={read} skeleton="h-64">
      {(treatments) => <Cards {...props} treatments={treatments} />}
    </Loaded>
  )
}

function Cards({ value, change, treatments }: FieldsProps<'services'> & Treatments) {
  const nameOf = (id: string | null) => treatments.find((row) => row.id === id)?.treatment_name ?? ''
  const cardsOf = ({ cards, adds_new }: typeof value) =>
    joined(
      cards,
      treatments,
      ({ treatment_id }) => treatment_id,
      (treatment_id) => ({ treatment_id, name: '', line: '', icon: null, picture: null, is_shown: adds_new }),
    )
  return (
    <div className="space-y-5">
      <HeadFields value={value} change={change} />
      <Switch label={s.addsNewTreatments} checked={value.adds_new} onChange={(adds_new) => change({ adds_new })} />
      {treatments.length === 0 && <Elsewhere text={s.noTreatments} to={paths.treatments} link={s.addTreatments} />}
      <Entries
        items={cardsOf(value)}
        onChange={(next) => change((now) => ({ cards: next(cardsOf(now)).slice(0, MOST.cards) }))}
        nameOf={(card) => card.name || nameOf(card.treatment_id) || s.ownCard}
        most={MOST.cards}
        isRemovable={({ treatment_id }) => treatment_id === null}
        addLabel={s.ownCard}
        thumbnailOf={({ picture }) => picture && thumbnailOf(picture.id)}
        {...hiding}
        blank={() => ({ treatment_id: null, name: '', line: '', icon: null, picture: null, is_shown: true })}
      >
        {(card, update) => (
          <>
            <Text
              label={s.name}
              value={card.name}
              most={60}
              hint={card.treatment_id ? s.nameHint : undefined}
              onChange={(name) => update({ name })}
            />
            <Text
              label={s.sentence}
              value={card.line}
              most={120}
              hint={card.treatment_id ? s.sentenceHint : undefined}
              onChange={(line) => update({ line })}
            />
            <PictureField
              label={s.picture}
              value={card.picture}
              isNamed
              onChange={(picture) => update({ picture })}
              onRemove={() => update({ picture: null })}
            />
          </>
        )}
      </Entries>
    </div>
  )
}

export function MenuFields(props: FieldsProps<'pricing'>) {
  const read = useEveryRow(catalogueContract.treatments)
  return (
    <Loaded read={read} skeleton="h-64">
      {(treatments) => <Menus {...props} treatments={treatments} />}
    </Loaded>
  )
}

function Menus({ value, change, treatments }: FieldsProps<'pricing'> & Treatments) {
  const nameOf = (id: string | null) => treatments.find((row) => row.id === id)?.treatment_name ?? ''
  const menusOf = ({ menus, adds_new }: typeof value) =>
    joined(
      menus,
      treatments,
      ({ treatment_id }) => treatment_id,
      (treatment_id) => ({ treatment_id, name: '', picture: null, is_shown: adds_new }),
    )
  const menus = menusOf(value)
  return (
    <div className="space-y-5">
      <HeadFields value={value} change={change} samplesHint={s.areSampleMenusHint} />
      <Switch label={s.addsNewMenus} checked={value.adds_new} onChange={(adds_new) => change({ adds_new })} />
      {treatments.length === 0 && <Elsewhere text={s.noTreatments} to={paths.treatments} link={s.addTreatments} />}
      <Entries
        items={menus}
        onChange={(next) => change((now) => ({ menus: next(menusOf(now)).slice(0, MOST.menus) }))}
        nameOf={(menu) => menu.name || nameOf(menu.treatment_id) || s.ownMenu}
        most={MOST.menus}
        thumbnailOf={({ picture }) => picture && thumbnailOf(picture.id)}
        {...hiding}
        isRemovable={({ treatment_id }) => treatment_id === null}
      >
        {(menu, update) => (
          <>
            <Text
              label={s.name}
              value={menu.name}
              most={60}
              hint={menu.treatment_id ? s.nameHint : undefined}
              onChange={(name) => update({ name })}
            />
            {menu.picture && (
              <PictureField
                label={s.picture}
                value={menu.picture}
                altHint={s.altMenuHint}
                onChange={(picture) => update({ picture })}
              />
            )}
            {menu.picture && menu.treatment_id !== null && (
              <Button onClick={() => update({ picture: null })}>{s.removePicture}</Button>
            )}
          </>
        )}
      </Entries>
      <PictureUpload
        key={menus.length}
        label={s.ownMenu}
        id={null}
        onStored={(id) =>
          change((now) => ({
            menus: [...menusOf(now), { treatment_id: null, name: '', picture: pictureOf(id), is_shown: true }].slice(
              0,
              MOST.menus,
            ),
          }))
        }
      />
    </div>
  )
}
