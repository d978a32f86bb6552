import { licenseCheckSchema, siteMessages } from '@lumenloom/contract';
import { useState } from 'react';
import { checkLicense } from '../../api/forms.ts';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { type CardAside, CardPage } from '../../ui/card-page/card-page.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { FormNotice, SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm, type Notice } from '../../ui/field/use-site-form.ts';

export const meta = pageMeta({
  path: '/download',
  title: 'Download',
  description: `Download ${siteConfig.productName} with the email address and the licence key of your plan.`,
});

const beside: CardAside = {
  title: 'Before you download',
  points: [
    'The program is one archive with the site, the workbench and the command line.',
    'It needs Node.js 20.19 or newer and no connection to the internet.',
    'Recipes, pictures and reports stay on the machine that runs it.',
  ],
  picture: 'stage-optics',
  alt: 'A Double-Gauss lens in section with the traced rays of five fields',
};

export default function DownloadPage() {
  const [notice, tell] = useState<Notice>();
  const form = useSiteForm({
    schema: licenseCheckSchema,
    tell,
    send: async (values) => {
      const downloadUrl = await checkLicense(values);
      return {
        says: siteMessages.licenseAccepted,
        next: () => window.location.assign(downloadUrl),
      };
    },
  });
  return (
    <CardPage
      title="Download Your Program"
      lead="Enter the email address and the licence key that came with your plan."
      beside={beside}
    >
      <SiteForm form={form} submitLabel="Validate & Download">
        <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
        <TextField
          label="License Key"
          autoComplete="off"
          autoCapitalize="none"
          {...form.field('licenseKey')}
        />
      </SiteForm>
      <FormNotice notice={notice} />
    </CardPage>
  );
}
