/** The ways of news. */
export const NEWS_CHANNELS = ['email', 'sms'] as const
export type NewsChannel = (typeof NEWS_CHANNELS)[number]

/** Where somebody has said whether they want news. */
export const NEWS_PLACES = ['registration', 'booking', 'profile', 'desk', 'link', 'closing'] as const
export type NewsPlace = (typeof NEWS_PLACES)[number]
