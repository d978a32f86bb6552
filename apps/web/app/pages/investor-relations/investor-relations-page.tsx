import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/ir', title: 'Investor Relations', description: 'Investor Relations.' });

export default function InvestorRelationsPage() {
  return <h1>Investor Relations</h1>;
}
