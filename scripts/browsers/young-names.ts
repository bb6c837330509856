import type { Identifier } from '@mdn/browser-compat-data'
import { childrenOf, compatData, isYoung } from './young-features.ts'

/** Maps the names that code uses to features of the compatibility data, which look like `api.URL.canParse_static`. */
export type YoungNames = {
  /** Global names, and members of the window: `WeakRef`, `requestIdleCallback`. */
  globals: Map<string, string>
  /** Static members of a type: `URL.canParse`. */
  statics: Map<string, string>
  /** Members of instances, if no older type has a member of that name: `checkVisibility`. */
  members: Map<string, string>
  /** Names of events, such as `scrollend`. */
  events: Map<string, string>
  /**
   * HTML elements, and attributes with the element or `*` before them: `selectedcontent`, `img.fetchpriority`,
   * `*.popover`.
   */
  html: Map<string, string>
}
type Place = keyof YoungNames

type Owner = { name: string; path: string; feature: Identifier }

const builtins = compatData.javascript.builtins!
const owners: Owner[] = [
  ...childrenOf(compatData.api).map(([name, feature]) => ({ name, path: `api.${name}`, feature })),
  ...[...childrenOf(builtins), ...childrenOf(builtins.Intl!)].map(([name, feature]) => ({
    name,
    path: name in builtins ? `javascript.builtins.${name}` : `javascript.builtins.Intl.${name}`,
    feature,
  })),
]

const windows = new Set(['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope'])

/**
 * Returns where code uses a member, and by which name. The compatibility data (MDN) marks static members of browser
 * types in their names, and those of JavaScript types by their specification URL.
 */
function placeOf({ name: owner, path }: Owner, name: string, member: Identifier): [Place, string] {
  if (name.endsWith('_event')) return ['events', name.replace('_event', '')]
  if (name.endsWith('_static')) return ['statics', `${owner}.${name.replace('_static', '')}`]
  if (windows.has(owner)) return ['globals', name]
  const specifications = [member.__compat?.spec_url ?? []].flat()
  if (path.startsWith('api.') || specifications.some((url) => url.includes('.prototype'))) return ['members', name]
  return ['statics', `${owner}.${name}`]
}

/** A feature under the name that code uses; `owner` is the type that has the member. */
type Found = { place: Place; name: string; owner: string; path: string; young: boolean }

function namesOf(owner: Owner): Found[] {
  const own = owner.feature.__compat
  const members = childrenOf(owner.feature).flatMap(([key, member]): Found[] => {
    // A member with the same name as its type is the constructor.
    if (!member.__compat || key === owner.name) return []
    const [place, name] = placeOf(owner, key, member)
    return [{ place, name, owner: owner.name, path: `${owner.path}.${key}`, young: isYoung(member.__compat) }]
  })
  return [
    ...(own
      ? [{ place: 'globals' as const, name: owner.name, owner: owner.name, path: owner.path, young: isYoung(own) }]
      : []),
    ...members,
  ]
}

function htmlNames(): Found[] {
  const { elements, global_attributes: everywhere } = compatData.html
  const found = (name: string, path: string, { __compat: compat }: Identifier): Found[] =>
    compat ? [{ place: 'html', name, owner: '', path: `html.${path}`, young: isYoung(compat) }] : []
  return [
    ...childrenOf(everywhere!).flatMap(([name, feature]) => found(`*.${name}`, `global_attributes.${name}`, feature)),
    ...childrenOf(elements!).flatMap(([element, feature]) => [
      ...found(element, `elements.${element}`, feature),
      ...childrenOf(feature).flatMap(([name, inner]) =>
        found(`${element}.${name}`, `elements.${element}.${name}`, inner),
      ),
    ]),
  ]
}

/**
 * Collects the names of all functions, types, events, elements and attributes that at least one of the oldest browsers
 * lacks.
 */
export function youngNames(): YoungNames {
  const all = [...owners.flatMap(namesOf), ...htmlNames()]
  // A member name that an older type also has is left out, because using the name does not prove that the young feature
  // is used.
  const old = new Set(all.flatMap(({ place, name, young }) => (young ? [] : [`${place} ${name}`])))
  const oldStatics = new Set(
    all.flatMap(({ place, name, young }) => (young || place !== 'statics' ? [] : [name.split('.')[1]])),
  )
  const youngOf = (place: Place) => {
    const young = all.filter((one) => one.place === place && !old.has(`${place} ${one.name}`))
    const clear = place === 'members' ? young.filter(({ name }) => !oldStatics.has(name)) : young
    return new Map(clear.map(({ name, path }) => [name, path]))
  }
  return {
    globals: youngOf('globals'),
    statics: youngOf('statics'),
    members: youngOf('members'),
    events: youngOf('events'),
    html: youngOf('html'),
  }
}

/**
 * Lists the built-in names that a test deletes from a current browser, so that it behaves like the oldest supported
 * ones.
 */
export function youngBuiltins(): Pick<Found, 'place' | 'name' | 'owner'>[] {
  const ofScripts = owners.flatMap(namesOf).filter(({ place, young }) => young && place !== 'events')
  return ofScripts.map(({ place, name, owner }) => ({ place, owner, name: name.slice(name.indexOf('.') + 1) }))
}
