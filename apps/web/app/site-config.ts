/**
 * Settings that a company changes before it builds the site; they are public. The business details
 * are placeholders for the operator to replace.
 */
export const siteConfig = {
  productName: 'Lumenloom',
  company: {
    name: 'Lumenloom',
    representative: '대표자명',
    businessRegistrationNumber: '000-00-00000',
    mailOrderReportNumber: '제0000-서울-00000호',
    address: '서울특별시 자치구 도로명 00',
    email: 'contact@example.com',
  },
  externalLinks: {
    professionalNetwork: 'https://www.linkedin.com/',
    blog: 'https://medium.com/',
    videoChannel: 'https://www.youtube.com/',
    /** Where the article on the news page appeared. */
    news: 'https://medium.com/',
  },
  /** Targets of the 'Learn More' links, per stage of the pipeline. */
  featureArticles: {
    illuminants: 'https://en.wikipedia.org/wiki/Standard_illuminant',
    scenes: 'https://en.wikipedia.org/wiki/ColorChecker',
    optics: 'https://en.wikipedia.org/wiki/Optical_transfer_function',
    sensor: 'https://en.wikipedia.org/wiki/Image_noise',
    isp: 'https://en.wikipedia.org/wiki/Image_processor',
    algorithms: 'https://en.wikipedia.org/wiki/Object_detection',
  },
} as const;
