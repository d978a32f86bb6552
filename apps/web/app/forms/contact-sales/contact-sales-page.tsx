import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/contact_sales', title: 'Contact Sales', description: 'Contact Sales.' });

export default function ContactSalesPage() {
  return <h1>Let’s Make It Happen</h1>;
}
