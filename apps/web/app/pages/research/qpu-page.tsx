import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/qpu', title: 'QPU-Based Optimization', description: 'QPU-Based Optimization.' });

export default function QpuPage() {
  return <h1>QPU-Based Optimization</h1>;
}
