/** What differs from one deployment to the next and is no secret. The particulars are placeholders, to be replaced by the operator. */
export const siteConfig = {
  productName: 'Lumenloom',
  company: {
    name: 'Company name',
    representative: 'Representative',
    businessRegistrationNumber: '000-00-00000',
    mailOrderReportNumber: '0000-Seoul-00000',
    address: 'Street, district, Seoul',
    email: 'contact@example.com',
  },
  externalLinks: {
    professionalNetwork: 'https://example.com/network',
    blog: 'https://example.com/blog',
    videoChannel: 'https://example.com/videos',
  },
  /** Origin of the compute calls, without a slash at the end; '' is the origin of this page. */
  computeBase: '',
} as const;
