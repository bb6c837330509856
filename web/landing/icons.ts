import {
  Droplets,
  FlaskConical,
  Gem,
  Gift,
  Hand,
  Heart,
  Layers,
  type LucideIcon,
  MessageCircle,
  PartyPopper,
  Sparkles,
  Syringe,
  Waves,
  Zap,
} from 'lucide-react'
import type { CardIcon } from '#shared/website/content.ts'

const icons: Record<CardIcon, LucideIcon> = {
  syringe: Syringe,
  heart: Heart,
  gem: Gem,
  zap: Zap,
  waves: Waves,
  droplets: Droplets,
  layers: Layers,
  hand: Hand,
  flask: FlaskConical,
  gift: Gift,
  message: MessageCircle,
  party: PartyPopper,
}

/** A service's icon on the page. */
export const iconOf = (icon: CardIcon | null): LucideIcon => (icon === null ? Sparkles : icons[icon])
