import { contactSchema, QUESTION_TYPES, siteMessages } from '@lumenloom/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { sendMessage } from '../../api/contact.ts';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { SelectField, TextArea, TextField } from '../../ui/field/field.tsx';
import { FormNotice, SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm, type Notice } from '../../ui/field/use-site-form.ts';
import { TermsField } from '../../ui/field/terms-field.tsx';
import { SenderFields } from '../sender-fields.tsx';
import { FormSection } from '../form-section.tsx';

export const meta = pageMeta({
  path: '/contact',
  title: 'Contact Us',
  description: `Write to ${siteConfig.productName}: questions about the simulator, support, partnership and careers.`,
});

export default function ContactPage() {
  const [notice, tell] = useState<Notice>();
  const form = useSiteForm({
    schema: contactSchema,
    tell,
    send: async (values) => {
      await sendMessage(values);
      return { says: siteMessages.messageSent, isReset: true };
    },
  });
  return (
    <FormSection
      title="Contact Us"
      lead={
        <>
          Ask about the simulator, a project or working together. For plans and prices,{' '}
          <Link to="/contact_sales">contact sales</Link>.
        </>
      }
    >
      <SiteForm form={form} submitLabel="Send message">
        <SelectField label="Question type" {...form.field('questionType')}>
          <option value="">Select a question type</option>
          {QUESTION_TYPES.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
        <SenderFields field={form.field} />
        <TextField label="Subject" {...form.field('subject')} />
        <TextArea label="Message" {...form.field('message')} />
        <TermsField {...form.field('acceptedTerms')} />
      </SiteForm>
      <FormNotice notice={notice} />
    </FormSection>
  );
}
