import { PRICED_PLANS, type PricedPlan } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { AddressButton } from '../../ui/address-button/address-button.tsx';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { trialPath } from '../trial-path.ts';
import styles from './pricing-page.module.css';

export const meta = pageMeta({
  path: '/product_pricing',
  title: 'Pricing',
  description:
    'Five plans for camera simulation: a free trial of 7 days, Basic, Pro and Enterprise for teams and companies, Education for classrooms.',
});

/** A price such as '$499/month', with the amount emphasised. */
function Price({ price }: { readonly price: string }) {
  const [, figure, rest] = /^([^/,]+)(.*)$/.exec(price) ?? ['', price, ''];
  return (
    <p className={styles.price}>
      <strong>{figure}</strong>
      {rest}
    </p>
  );
}

function PlanCard({ name, price, audience, features, buttonText, badge }: PricedPlan) {
  const variant = badge ? 'filled' : 'outline';
  return (
    <article
      className={styles.plan}
      data-is-choice={badge !== undefined || undefined}
      aria-labelledby={`plan-${name}`}
    >
      <div className={styles.name}>
        <h2 id={`plan-${name}`}>{name}</h2>
        {badge && <span>{badge}</span>}
      </div>
      <Price price={price} />
      <p className={styles.audience}>{audience}</p>
      {name === 'Trial' ? (
        <AddressButton
          fullWidth
          size="md"
          variant={variant}
          addressAtPress={trialPath}
          addressWithoutScripts="/login"
        >
          {buttonText}
        </AddressButton>
      ) : (
        <Button
          fullWidth
          size="md"
          variant={variant}
          component={Link}
          to="/contact_sales"
          state={{ planName: name }}
          data-needs-scripts
          prefetch="intent"
          aria-label={`${buttonText} about ${name}`}
        >
          {buttonText}
        </Button>
      )}
      <ul>
        {features.map((feature) => (
          <li key={feature}>
            <IconCheck size={18} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
    </article>
  );
}

export default function PricingPage() {
  return (
    <PageSection>
      <PageTitle
        title="Pricings"
        lead="Start with a free trial of 7 days, then choose the plan that fits your work."
      />
      <p className={styles.note}>*Price does not include taxes</p>
      <div className={styles.plans}>
        {PRICED_PLANS.map((plan) => (
          <PlanCard key={plan.name} {...plan} />
        ))}
      </div>
    </PageSection>
  );
}
