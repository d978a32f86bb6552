import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/contact', title: 'Contact Us', description: 'Contact Us.' });

export default function ContactPage() {
  return <h1>Contact Us</h1>;
}
