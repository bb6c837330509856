/** The channels of news. */
export const NEWS_CHANNELS = ['email', 'sms'] as const
export type NewsChannel = (typeof NEWS_CHANNELS)[number]

/** Where a person gave or withdrew consent to news. */
export const NEWS_PLACES = ['registration', 'booking', 'profile', 'desk', 'link', 'closing'] as const
export type NewsPlace = (typeof NEWS_PLACES)[number]
