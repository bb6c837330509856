import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import type { Site } from '#shared/website/site.ts'
import { bookPractitionerPath } from '#web/lib/public-paths.ts'
import { LineDrawing } from './line-drawing.tsx'
import { words } from './messages.ts'
import { FramedPicture } from './picture.tsx'
import { inner, section, SectionHead } from './section-head.tsx'

type Member = Site['people']['members'][number]

/**
 * The people with portrait, title and licence. One or two people have their text beside the portrait; with more people
 * the last row is centered.
 */
export function PeopleSection({ people: { title, lead, members } }: { people: Site['people'] }) {
  const isWide = members.length < 3
  return (
    <section id="people" aria-labelledby="people-title" className={section}>
      <div className={inner}>
        <SectionHead id="people" title={title || words.team} lead={lead} />
        <ul
          className={clsx(
            'flex flex-wrap gap-y-10',
            isWide ? 'gap-x-12 lg:gap-x-16' : 'justify-center gap-x-4 lg:gap-x-6',
          )}
        >
          {members.map((member, index) => (
            <li
              key={index}
              className={clsx(
                'min-w-0',
                isWide
                  ? 'grid w-full grid-cols-[9rem_1fr] items-center gap-5 sm:grid-cols-[15rem_1fr] sm:gap-8'
                  : ['w-[calc(50%-0.5rem)]', cardWidth(members.length)],
                members.length === 2 &&
                  'md:w-[calc(50%-1.5rem)] md:grid-cols-[9rem_1fr] md:gap-5 lg:w-[calc(50%-2rem)] lg:grid-cols-[14rem_1fr] lg:gap-8',
                members.length === 1 && 'max-w-4xl lg:grid-cols-[22rem_1fr] lg:gap-14',
              )}
            >
              <Portrait member={member} place={index} />
              <PersonWords member={member} isWide={isWide} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/**
 * The width of a person's card on wide screens: three in a row for three or six people, five for five people, otherwise
 * four.
 */
const cardWidth = (count: number) =>
  count === 3 || count === 6
    ? 'md:w-[calc(33.3%-1rem)]'
    : count === 5
      ? 'md:w-[calc(33.3%-1rem)] lg:w-[calc(20%-1.25rem)]'
      : 'md:w-[calc(33.3%-1rem)] lg:w-[calc(25%-1.25rem)]'

const PORTRAIT = 'aspect-4/5 w-full rounded-card'
const grounds = ['bg-rose-soft', 'bg-primary-soft', 'bg-surface-3']

/** The picture of a person: the portrait for the website, otherwise the practitioner's photo, otherwise a drawing. */
function Portrait({ member: { name, picture, photo, drawing }, place }: { member: Member; place: number }) {
  if (picture)
    return (
      <FramedPicture
        picture={{ ...picture, alt: picture.alt || name }}
        sizes="(width >= 64rem) 22rem, 46vw"
        className={PORTRAIT}
      />
    )
  if (photo === null)
    return (
      <span className={clsx(PORTRAIT, 'block overflow-hidden', grounds[place % grounds.length])}>
        <LineDrawing name={drawing} className="size-full text-primary" />
      </span>
    )
  return (
    <img
      src={photo}
      alt={name}
      width={480}
      height={600}
      loading="lazy"
      decoding="async"
      className={clsx(PORTRAIT, 'bg-surface-3 object-cover')}
    />
  )
}

const PersonWords = ({ member, isWide }: { member: Member; isWide: boolean }) => (
  <div className="min-w-0">
    <h3 className={clsx('wrap-break-word', isWide ? 'display text-2xl lg:text-3xl' : 'mt-4 text-lead font-semibold')}>
      {member.name}
    </h3>
    {member.title && <p className="mt-0.5 text-sm text-ink-2">{member.title}</p>}
    {member.licence && (
      <p className="mt-1 text-xs text-ink-3">
        {words.licence} {member.licence}
      </p>
    )}
    {member.line && <p className="mt-3 text-sm whitespace-pre-line text-ink-2">{member.line}</p>}
    <a
      href={bookPractitionerPath(member.id)}
      className="mt-2 inline-block py-3 text-sm font-semibold text-primary underline-offset-4 hover:underline"
    >
      {words.bookWith(member.name)}
      {/* `nowrap` without a space before it keeps the arrow beside the last word if a long name needs a second
          line. */}
      <span className="whitespace-nowrap">
        {'\u00a0'}
        <ArrowRight size={15} aria-hidden="true" className="inline align-[-0.15em]" />
      </span>
    </a>
  </div>
)
