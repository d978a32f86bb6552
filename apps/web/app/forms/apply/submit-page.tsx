import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { CardPage } from '../../ui/card-page/card-page.tsx';

export const meta = pageMeta({
  path: '/submit',
  title: 'Thanks for applying',
  description: `Your application has reached ${siteConfig.productName}, and we will answer by email.`,
  isUnlisted: true,
});

export default function SubmitPage() {
  return (
    <CardPage
      title="Thanks for applying!"
      lead="Your application has reached us. We will answer by email."
    >
      <Button component={Link} to="/careers" variant="default" size="md">
        Back to careers
      </Button>
    </CardPage>
  );
}
