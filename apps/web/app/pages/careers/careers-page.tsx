import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/careers', title: 'Careers', description: 'Careers.' });

export default function CareersPage() {
  return <h1>Careers</h1>;
}
