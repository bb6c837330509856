import { renderToString } from 'react-dom/server'
import { LandingPage, type LandingProps } from './landing-page.tsx'

/** The page as HTML. The build makes one file of this module, which the server loads: it knows no other part of the browser's half. */
export const renderLanding = (props: LandingProps): string => renderToString(<LandingPage {...props} />)
