import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/product_pricing', title: 'Pricing', description: 'Pricing.' });

export default function PricingPage() {
  return <h1>Pricings</h1>;
}
