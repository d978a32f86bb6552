import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/product_features', title: 'Product', description: 'Product.' });

export default function ProductFeaturesPage() {
  return <h1>Main Features</h1>;
}
