import { contactSchema, QUESTION_TYPES, siteMessages } from '@lumenloom/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { sendMessage } from '../../api/forms.ts';
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
      help={<Help />}
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

const whatToSend = [
  ['A camera question', 'The task, the light, and the limits on size, cost and time.'],
  ['Support', 'What you chose, the lines of the log, and what you expected instead.'],
  ['Partnership', 'The part or the measurement that you have, and what you want to find out.'],
] as const;

/** What to write, and where the message goes. */
function Help() {
  const { email } = siteConfig.company;
  return (
    <>
      <h2>What to send</h2>
      <dl>
        {whatToSend.map(([about, what]) => (
          <div key={about}>
            <dt>{about}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <h2>Who answers</h2>
      <p>
        Your message reaches our team at <a href={`mailto:${email}`}>{email}</a>, and the answer
        comes to the email address that you give. The form takes text only, so please leave out
        anything confidential: we will agree on a way to send files first.
      </p>
    </>
  );
}
