import project from '../../package.json' with { type: 'json' }

/** The version in package.json. */
export const appVersion: string = project.version
