/** What a company changes before it builds the site, and no secret. The particulars are placeholders, to be replaced by the operator. */
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
} as const;
