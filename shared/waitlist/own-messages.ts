import { defineMessages } from '#shared/lib/language.ts'

/** What clients read of their own entries, and where they join. */
export const ownWaitlistMessages = defineMessages('waitlist/own', {
  title: 'Waitlist',
  notLoaded: 'Failed to load your waitlist.',
  waitsFor: 'We tell you here as soon as a time is free.',
  offeredTitle: 'A time is free for you',
  offered: (day: string, time: string) => `${day}, ${time}`,
  with: (name: string) => `with ${name}`,
  left: (minutes: number, seconds: number) => `${minutes}:${String(seconds).padStart(2, '0')}`,
  timeLeft: 'Held for you for',
  ended: 'This offer has ended.',
  take: 'Take it',
  taking: 'Booking...',
  takeNamed: (service: string, moment: string) => `Take it: ${service}, ${moment}`,
  taken: 'It is yours. We look forward to seeing you.',
  notTaken: 'The time was not booked.',
  decline: 'No, thanks',
  declined: 'It goes to the next. You stay on the waitlist.',
  notDeclined: 'Your answer was not saved.',
  withdraw: 'Leave the waitlist',
  withdrawNamed: (service: string) => `Leave the waitlist for ${service}`,
  withdrawQuestion: 'Leave the waitlist?',
  withdrawing: 'Leaving...',
  stay: 'Stay',
  withdrawn: 'You have left the waitlist.',
  notWithdrawn: 'You are still on the waitlist.',

  noTimeSuits: 'No time suits you?',
  joinTitle: 'Join the waitlist',
  joinHint:
    'Tell us when you can come. When a time is freed that fits, we hold it for you for 30 minutes: take it in your profile.',
  logInFirst: 'Please log in first, so that we know for whom the time is held.',
  joinedTitle: 'You are on the waitlist',
  joinedText: (service: string) =>
    `We hold the first time for ${service} that is freed and fits. You find it in your profile.`,
  toProfile: 'Go to my profile',
  close: 'Close',
})
