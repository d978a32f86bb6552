import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/sensor', title: 'Physical Sensor Simulation', description: 'Physical Sensor Simulation.' });

export default function SensorPage() {
  return <h1>Physical Sensor Simulation</h1>;
}
