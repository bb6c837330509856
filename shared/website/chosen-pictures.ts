import type { PictureChoice, WebsiteContent } from './content.ts'

/** Every picture in the content except the logo. */
export const chosenPictures = ({
  hero,
  services,
  about,
  results,
  people,
  rooms,
  pricing,
  visit,
}: WebsiteContent): PictureChoice[] =>
  [
    ...hero.slides.map(({ picture: one }) => one),
    ...people.members.map(({ picture: one }) => one),
    ...services.cards.map(({ picture: one }) => one),
    about.picture,
    about.band,
    ...results.pairs.flatMap(({ before, after }) => [before, after]),
    ...rooms.pictures.map(({ picture: one }) => one),
    ...pricing.menus.map(({ picture: one }) => one),
    visit.map,
  ].filter((one) => one !== null)
