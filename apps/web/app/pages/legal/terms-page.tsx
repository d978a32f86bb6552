import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/terms', title: 'Terms of Use', description: 'Terms of Use.' });

export default function TermsPage() {
  return <h1>Terms of Use</h1>;
}
