import { renderToString } from 'react-dom/server'
import { LandingPage, type LandingProps } from './landing-page.tsx'

/**
 * Renders the page to HTML. The build bundles this module for the server, which loads no other part of the web code.
 */
export const renderLanding = (props: LandingProps): string => renderToString(<LandingPage {...props} />)
