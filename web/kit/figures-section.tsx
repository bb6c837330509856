import { CalendarCheck, Coins, Users, Wallet } from 'lucide-react'
import { formatPeso, formatPesoShort } from '#shared/lib/money.ts'
import { BarChart, Ring } from '#web/ui/data/charts.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { StatCard } from '#web/ui/data/stat-card.tsx'
import { months } from './samples.ts'

const inThousands = (centavos: number) => `₱${(centavos / 100_000).toLocaleString('en-PH')}k`

export function FiguresSection() {
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <StatCard
          label="Monthly Sales"
          value={formatPeso(98_460_000)}
          note="−22.31% vs October"
          noteTone="danger"
          icon={Wallet}
        />
        <StatCard label="Total Sales" value={formatPeso(1_211_450_000)} note="All-time revenue" icon={Coins} />
        <StatCard
          label="Today's Sales"
          value={formatPeso(4_825_000)}
          note="+12.4%"
          noteTone="success"
          icon={CalendarCheck}
        />
        <StatCard label="Total Clients" value="1,284" icon={Users} loading />
      </dl>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <SectionCard title="Monthly Sales Trend">
          <BarChart label="Monthly sales" bars={months} formatValue={formatPesoShort} formatTick={inThousands} />
        </SectionCard>
        <SectionCard title="Client Analytics">
          <Ring
            percent={81.4}
            caption="of last month"
            label="214 clients this month against 263 last month, 81 percent"
          />
        </SectionCard>
      </div>
    </div>
  )
}
