import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { apply } from '../../api/forms.ts';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { type CardAside, CardPage } from '../../ui/card-page/card-page.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { FormNotice, SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm, type Notice } from '../../ui/field/use-site-form.ts';
import { applicationSchema, LARGEST_RESUME_MB, RESUME_ENDINGS } from './application.ts';

export const meta = pageMeta({
  path: '/apply',
  title: 'Apply',
  description: `Apply for a job at ${siteConfig.productName} in optics, sensors, image signal processing or AI algorithms: your name, how to reach you, and your resume.`,
});

const beside: CardAside = {
  title: 'Before you apply',
  points: [
    <>
      This form is for every <Link to="/careers">open position</Link>: say in your resume which one
      you mean.
    </>,
    'All positions are in Seoul, South Korea.',
    <>
      What happens to your data is in the <Link to="/privacy">Privacy Policy</Link>.
    </>,
  ],
  picture: 'careers',
  alt: 'One tray of gears in three parts: the optical image, the raw mosaic, the edges that software finds',
};

export default function ApplyPage() {
  const navigate = useNavigate();
  const [notice, tell] = useState<Notice>();
  const form = useSiteForm({
    schema: applicationSchema,
    tell,
    send: async (values) => {
      await apply(values);
      return { next: () => void navigate('/submit') };
    },
  });
  return (
    <CardPage
      title="Job application"
      lead="Your name, how to reach you, and your resume."
      beside={beside}
    >
      <SiteForm form={form} submitLabel="Submit application">
        <TextField label="First name" autoComplete="given-name" {...form.field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...form.field('lastName')} />
        <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
        <TextField label="Phone number" type="tel" autoComplete="tel" {...form.field('phone')} />
        <TextField
          label="Resume"
          hint={`PDF, DOC or DOCX, at most ${LARGEST_RESUME_MB} MB`}
          type="file"
          accept={RESUME_ENDINGS.join(',')}
          {...form.field('resume')}
        />
      </SiteForm>
      <FormNotice notice={notice} />
    </CardPage>
  );
}
