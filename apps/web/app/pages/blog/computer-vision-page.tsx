import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/blog/cv', title: 'The Future of Computer Vision Design', description: 'The Future of Computer Vision Design.' });

export default function ComputerVisionPage() {
  return <h1>The Future of Computer Vision Design</h1>;
}
