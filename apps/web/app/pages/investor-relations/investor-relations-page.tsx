import { pageMeta } from '../../page-meta.ts';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';

export const meta = pageMeta({
  path: '/ir',
  title: 'Investor Relations',
  description:
    'Reports, notices and contacts for investors and shareholders of the company will be published on this page. Coming soon.',
});

export default function InvestorRelationsPage() {
  return (
    <PageSection>
      <PageTitle title="Investor Relations" lead="Coming soon..." />
    </PageSection>
  );
}
