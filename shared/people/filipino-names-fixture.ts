/** This module has test data: the names of two hundred people, and how clerks write each name. */

const GIVEN = `Juan|Maria Clara|Ma. Lourdes|José|Ma. Cristina|Niño|Maria Theresa|Jun-Jun|Remedios|Ángel|Ligaya|Bayani|Imelda|
J.P.|Corazon|Ferdinand|Ma. Fe|Emilio|Gabriela|Andres|Teresita|Diosdado|Luzviminda|Reynaldo|Perla|Mark Anthony|Jhoanna|
Christian|Princess|John Paul|Mary Grace|Rodrigo|Kristine Joy|Michael|Analyn|Arnel|Maricel|Rommel|Sheila|Dennis`

const FAMILY = `Cruz|de la Cruz|Dela Cruz|Delacruz|Santos|de los Santos|Delos Reyes|Reyes|O’Neil|D'Souza|Peñaflorida|Muñoz|San Jose|
Sto. Domingo|Sta. Maria|Santo Tomas|del Rosario|De Guzman|de Leon|Ocampo|Villanueva|Garcia|Mendoza|Bautista|Aquino|Ramos|
Gonzales|Lopez|Flores|Castillo|Tan|Lim|Uy|Magsaysay|Dimaculangan|Macaraeg|Panganiban|Salonga|Tolentino|Evangelista|Mc Coy|
Peña-Lim|San Agustin|Las Piñas|Malonzo|Ygay|Zobel|Katigbak|Quiambao|Dizon`

const listed = (names: string) => names.replace(/\n/g, '').split('|')
const [givenNames, familyNames] = [listed(GIVEN), listed(FAMILY)]

type Named = { first: string; middle: string; last: string; suffix: string }

/** Each pair of given and family name occurs once; every fifth name has a suffix. */
export const filipinoNames: readonly Named[] = Array.from({ length: 200 }, (_, n) => ({
  first: givenNames[n % 40]!,
  middle: familyNames[(n * 3 + 11) % 50]!,
  last: familyNames[(n * 7) % 50]!,
  suffix: n % 5 === 0 ? ['Jr.', 'Sr.', 'III'][n % 3]! : '',
}))

export const inOneLine = ({ first, middle, last, suffix }: Named): string =>
  [first, middle, last, suffix].filter((part) => part !== '').join(' ')

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')
/** Joins a family name's first two particles: `de la Cruz` → `dela Cruz`. */
const half = (name: string) => name.replace(/^(de) (la|los) /i, '$1$2 ')
const apart = (name: string) =>
  name
    .replace(/^dela ?(?=c)/i, 'de la ')
    .replace(/^delos /i, 'de los ')
    .replace(/^Sto\. /, 'Santo ')
    .replace(/^Sta\. /, 'Santa ')
const joined = (name: string) =>
  apart(name).replace(/^((?:de|del|la|los|san|santo|santa|las|mc) )+/i, (run) => run.replaceAll(' ', ''))
const short = (name: string) =>
  name
    .replace(/^Maria /, 'Ma ')
    .replace(/^Santo /, 'Sto ')
    .replace(/^Santa /, 'Sta. ')
const long = (name: string) =>
  name
    .replace(/^Ma\. /, 'Maria ')
    .replace(/^Sto\. /, 'Santo ')
    .replace(/^Sta\. /, 'Santa ')

/**
 * Returns all ways in which a clerk may write the person's name. The last two have only the beginnings of some words.
 */
export function waysToWrite({ first, middle, last, suffix }: Named): string[] {
  const lasts = [
    last,
    half(last),
    apart(last),
    joined(last),
    short(last),
    long(last),
    plain(last),
    last.replace(/[’']/g, ''),
  ]
  const quoted = [last.replace(/[’']/g, "'"), last.replace(/[’']/g, '’'), last.replace('-', ' ')]
  const suffixes = suffix === '' ? [''] : [suffix, suffix.replace('.', ''), '']
  const firsts = [first, short(first), long(first), plain(first)]
  return [
    ...[...lasts, ...quoted].flatMap((family) => [`${first} ${family}`, `${family}, ${first}`, `${family} ${first}`]),
    ...firsts.flatMap((name) => [`${name} ${last}`, `${last}, ${name}`, `${name} ${middle} ${last}`.toUpperCase()]),
    ...suffixes.flatMap((end) => [
      `${first} ${last} ${end}`.trim(),
      `${last}, ${first} ${end}`,
      `${first} ${middle[0]!}. ${last}, ${end}`,
    ]),
    `${first} ${last.slice(0, -1)}`,
    `${joined(last).slice(0, 3)} ${first}`.toLowerCase(),
  ]
}
