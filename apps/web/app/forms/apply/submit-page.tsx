import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/submit', title: 'Thanks for applying', description: 'Thanks for applying.' });

export default function SubmitPage() {
  return <h1>Thanks for applying!</h1>;
}
