import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/illuminant', title: 'Active Illumination Methods', description: 'Active Illumination Methods.' });

export default function IlluminantPage() {
  return <h1>Active Illumination Methods</h1>;
}
