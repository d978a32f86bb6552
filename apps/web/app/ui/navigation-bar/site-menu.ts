export interface MenuItem {
  readonly label: string;
  readonly to: `/${string}`;
}

interface MenuSection {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** Sections of the navigation bar and of the drawer; the footer adds two items. */
export const siteMenu: readonly MenuSection[] = [
  {
    label: 'Product',
    items: [
      { label: 'Features', to: '/product_features' },
      { label: 'Pricing', to: '/product_pricing' },
    ],
  },
  {
    label: 'Research',
    items: [
      { label: 'Overview', to: '/research' },
      { label: 'Illuminant', to: '/illuminant' },
      { label: 'Optics', to: '/optics' },
      { label: 'Sensor', to: '/sensor' },
      { label: 'ISP', to: '/isp' },
      // Before QPU: the specification says which five come first and that QPU is the last.
      { label: 'Validation', to: '/research/validation' },
      { label: 'QPU', to: '/qpu' },
    ],
  },
  {
    label: 'Company',
    items: [
      { label: 'About', to: '/company' },
      { label: 'Blog', to: '/blog' },
      { label: 'Careers', to: '/careers' },
      { label: 'News', to: '/news' },
      { label: 'Contact', to: '/contact' },
    ],
  },
];
