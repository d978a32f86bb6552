import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/optics', title: 'Lens Design Optimization for Downstream Tasks', description: 'Lens Design Optimization for Downstream Tasks.' });

export default function OpticsPage() {
  return <h1>Lens Design Optimization for Downstream Tasks</h1>;
}
