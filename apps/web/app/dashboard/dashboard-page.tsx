import type { DashboardMetrics } from '@lumenloom/contract';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { pageMeta } from '../page-meta.ts';
import { siteConfig } from '../site-config.ts';
import { palette } from '../palette.ts';
import { Mark } from '../ui/mark/mark.tsx';
import { ChartCard } from './chart-card.tsx';
import styles from './dashboard-page.module.css';
import type { Period } from './period.ts';

export const meta = pageMeta({
  path: '/dashboard',
  title: 'Dashboard',
  description: `${siteConfig.productName} in use: accounts, active users by day and month, and the course of signups and logins.`,
  isUnlisted: true,
});

const nothingYet: DashboardMetrics = {
  totalUsers: 0,
  dau: 0,
  mau: 0,
  stickiness: 0,
  signups: [],
  logins: [],
};

const cards = [
  ['Total Users', ({ totalUsers }: DashboardMetrics) => `${totalUsers}`],
  ['DAU (Daily Active Users)', ({ dau }: DashboardMetrics) => `${dau}`],
  ['MAU (Monthly Active Users)', ({ mau }: DashboardMetrics) => `${mau}`],
  ['Stickiness', ({ stickiness }: DashboardMetrics) => `${Number(stickiness.toFixed(2))}%`],
] as const;

/** Usage figures. If they cannot be loaded they stay at zero, and the console says why. */
export default function DashboardPage() {
  const [metrics, setMetrics] = useState(nothingYet);
  const [period, setPeriod] = useState<Period>('7d');
  useEffect(() => {
    // Loaded on demand: the schema library is half the size of the page and is needed only for the
    // response.
    void import('../api/dashboard.ts')
      .then(({ getDashboard }) => getDashboard())
      .then((answer) => {
        if (answer) setMetrics(answer);
      });
  }, []);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to="/" className={styles.brand}>
          <Mark size={32} />
          {siteConfig.productName}
        </Link>
      </header>
      <main className={styles.content}>
        <h1>Dashboard</h1>
        <dl className={styles.figures}>
          {cards.map(([label, valueOf]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{valueOf(metrics)}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.charts}>
          <ChartCard
            title="Signups"
            days={metrics.signups}
            colour={palette.tealGreen}
            period={period}
            onPeriod={setPeriod}
          />
          <ChartCard
            title="Logins"
            days={metrics.logins}
            colour={palette.accent}
            period={period}
            onPeriod={setPeriod}
          />
        </div>
      </main>
    </div>
  );
}
