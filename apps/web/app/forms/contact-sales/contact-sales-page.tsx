import {
  PRODUCT_TYPES,
  salesInquirySchema,
  siteMessages,
  type ProductType,
} from '@lumenloom/contract';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { sendInquiry } from '../../api/forms.ts';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { SelectField, TextArea, TextField } from '../../ui/field/field.tsx';
import { FormNotice, SiteForm } from '../../ui/field/site-form.tsx';
import { TermsField } from '../../ui/field/terms-field.tsx';
import { useSiteForm, type Notice } from '../../ui/field/use-site-form.ts';
import { FormSection } from '../form-section.tsx';
import { SenderFields } from '../sender-fields.tsx';
import { chosenPlan } from './chosen-plan.ts';

export const meta = pageMeta({
  path: '/contact_sales',
  title: 'Contact Sales',
  description: `Ask ${siteConfig.productName} for a quote: plan, number of seats, and what you want to simulate.`,
});

/** Product units that the form begins with. */
const QUANTITY = 1;

export default function ContactSalesPage() {
  const plan = chosenPlan(useLocation().state);
  // The key makes a new form when another plan is chosen.
  return <SalesForm key={plan} plan={plan} />;
}

/**
 * With a plan from the pricing page, every product type can be chosen; without one, Enterprise only
 * (docs/reference/protocol.md#a4).
 */
function SalesForm({ plan }: { readonly plan: ProductType | undefined }) {
  const [notice, tell] = useState<Notice>();
  const form = useSiteForm({
    schema: salesInquirySchema,
    defaultValues: { productType: plan ?? 'Enterprise', quantity: QUANTITY },
    tell,
    send: async (values) => {
      await sendInquiry(values);
      return { says: siteMessages.messageSent, isReset: true };
    },
  });
  return (
    <FormSection
      title="Let's Make It Happen"
      lead="Tell us what you want to simulate and for how many people, and we will send you a quote."
      help={<Help />}
    >
      <SiteForm form={form} submitLabel="Contact Sales">
        <SelectField
          label="Product type"
          hint={
            plan === undefined ? (
              <>
                For another plan, choose it on the <Link to="/product_pricing">pricing page</Link>.
              </>
            ) : undefined
          }
          {...form.field('productType')}
        >
          {plan !== undefined && <option value="">Select a product type</option>}
          {PRODUCT_TYPES.map((type) => (
            <option key={type} disabled={plan === undefined && type !== 'Enterprise'}>
              {type}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Quantity"
          type="number"
          min={1}
          inputMode="numeric"
          // In the prerendered page too: a default that came with the scripts would be added to
          // text that was typed before.
          defaultValue={QUANTITY}
          {...form.field('quantity', { valueAsNumber: true })}
        />
        <SenderFields field={form.field} />
        <TextArea label="Message (optional)" {...form.field('message')} />
        <TermsField {...form.field('acceptedTerms')} />
      </SiteForm>
      <FormNotice notice={notice} />
    </FormSection>
  );
}

/** Facts that a quote depends on, and the receiver of the inquiry. */
function Help() {
  const { email } = siteConfig.company;
  return (
    <>
      <h2>What helps us to quote</h2>
      <ul>
        <li>How many people will use it, and for how long.</li>
        <li>Whether it runs in your browser or on your own machines.</li>
        <li>The lenses, sensors and algorithms that you want to compare.</li>
      </ul>
      <h2>Who answers</h2>
      <p>
        Your inquiry reaches our team at <a href={`mailto:${email}`}>{email}</a>, and the answer
        comes to the email address that you give. The plans are listed under{' '}
        <Link to="/product_pricing">Pricing</Link>.
      </p>
    </>
  );
}
