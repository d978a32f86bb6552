import { useState } from 'react';
import { useNavigate } from 'react-router';
import { apply } from '../../api/apply.ts';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { CardPage } from '../../ui/card-page/card-page.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { FormNotice, SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm, type Notice } from '../../ui/field/use-site-form.ts';
import { applicationSchema, LARGEST_RESUME_MB, RESUME_ENDINGS } from './application.ts';

export const meta = pageMeta({
  path: '/apply',
  title: 'Apply',
  description: `Apply for a job at ${siteConfig.productName} in optics, sensors, image signal processing or AI algorithms: your name, how to reach you, and your resume.`,
});

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
    <CardPage title="Job application" lead="Your name, how to reach you, and your resume.">
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
