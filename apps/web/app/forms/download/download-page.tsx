import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/download', title: 'Download', description: 'Download.' });

export default function DownloadPage() {
  return <h1>Download Your Program</h1>;
}
