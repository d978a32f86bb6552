import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/privacy', title: 'Privacy Policy', description: 'Privacy Policy.' });

export default function PrivacyPage() {
  return <h1>Privacy Policy</h1>;
}
