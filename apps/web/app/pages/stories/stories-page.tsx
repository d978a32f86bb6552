import { pageMeta } from '../../page-meta.ts';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';

export const meta = pageMeta({
  path: '/stories',
  title: 'Customer Stories',
  description:
    'What engineering teams decide about their cameras with simulation before a prototype exists. The first stories are coming soon.',
});

export default function StoriesPage() {
  return (
    <PageSection>
      <PageTitle title="Customer Stories" lead="Coming Soon..." />
    </PageSection>
  );
}
