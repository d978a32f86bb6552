import { pageMeta } from '../page-meta.ts';

export const meta = pageMeta({ path: '/dashboard', title: 'Dashboard', description: 'Dashboard.' });

export default function DashboardPage() {
  return <h1>Dashboard</h1>;
}
