import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/company', title: 'Company', description: 'Company.' });

export default function CompanyPage() {
  return <h1>Shaping the Future</h1>;
}
