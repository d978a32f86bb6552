/**
 * Plans of an account; a new one has Trial. Not to be mapped to product types
 * (docs/reference/protocol.md#plans).
 */
export const ACCOUNT_PLANS = ['Trial', 'Basic', 'Pro', 'Max'] as const;
export type AccountPlan = (typeof ACCOUNT_PLANS)[number];

/** What sales can be asked about. */
export const PRODUCT_TYPES = ['Trial', 'Basic', 'Pro', 'Enterprise', 'Education'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** One card of the pricing page. */
export interface PricedPlan {
  readonly name: ProductType;
  readonly price: string;
  /** Said under the price. */
  readonly audience: string;
  readonly features: readonly string[];
  readonly buttonText: 'Start Free Trial' | 'Contact Sales';
  readonly badge?: string;
}

/** Plans, prices and contents, in the order of the page. */
export const PRICED_PLANS: readonly PricedPlan[] = [
  {
    name: 'Trial',
    price: 'Free, 7 days',
    audience: 'See whether it answers your question.',
    buttonText: 'Start Free Trial',
    features: [
      'Core simulator functions',
      'Limited scene data',
      'Limited simulated image downloads',
      'Upgrade to any paid tier after the trial',
    ],
  },
  {
    name: 'Basic',
    price: '$499/month',
    audience: 'For one engineer and one camera at a time.',
    buttonText: 'Contact Sales',
    features: [
      'Core simulator',
      'CPU-based simulations',
      'Complete scene data',
      'Unlimited simulated image downloads',
      'Email support',
      'Monthly updates',
      'Community forum access',
    ],
  },
  {
    name: 'Pro',
    price: '$2499/month',
    audience: 'For teams that compare many cameras.',
    buttonText: 'Contact Sales',
    badge: 'Top Choice',
    features: [
      'All Basic features',
      'GPU-based simulations',
      'Extensive lens, sensor and ISP database',
      'Advanced automation and analytics tools',
      'Email support',
      'Webinars and tutorials',
    ],
  },
  {
    name: 'Enterprise',
    price: 'Contact Us',
    audience: 'For companies that keep their data in-house.',
    buttonText: 'Contact Sales',
    features: [
      'All Pro features',
      'On-premise deployment',
      'Tailored hardware and software integrations',
      'Dedicated account manager',
      'Onboarding assistance',
      'Team training',
    ],
  },
  {
    name: 'Education',
    price: '$9/month',
    audience: 'For students and educators.',
    buttonText: 'Contact Sales',
    features: ['All Basic features', 'Email support', 'Group access for classrooms'],
  },
];
