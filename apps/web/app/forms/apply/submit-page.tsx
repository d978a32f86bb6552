import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { type CardAside, CardPage } from '../../ui/card-page/card-page.tsx';

export const meta = pageMeta({
  path: '/submit',
  title: 'Thanks for applying',
  description: `Your application has reached ${siteConfig.productName}, and we will answer by email.`,
  isUnlisted: true,
});

const beside: CardAside = {
  title: 'Until then',
  points: [
    <>
      <Link to="/research">Research</Link>: the questions that we work on, stage by stage.
    </>,
    <>
      <Link to="/blog">Blog</Link>: how the simulator began, and what we think camera design needs.
    </>,
  ],
  picture: 'careers',
  alt: 'One tray of gears in three parts: the optical image, the raw mosaic, the edges that software finds',
  isNear: true,
};

export default function SubmitPage() {
  return (
    <CardPage
      title="Thanks for applying!"
      lead="Your application has reached us. We will answer by email."
      beside={beside}
    >
      <Button component={Link} to="/careers" variant="default" size="md">
        Back to careers
      </Button>
    </CardPage>
  );
}
