import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { useTopOfPage } from '../../ui/page/use-top-of-page.ts';
import { Hero } from './hero.tsx';
import { CareersSection, ContactSection, ResearchSection } from './company-sections.tsx';
import { ProductSection } from './product-section.tsx';
import { StrengthsSection } from './strengths-section.tsx';
import { UseCasesSection } from './use-cases-section.tsx';

export const meta = pageMeta({
  path: '/',
  title: `${siteConfig.productName} · Simulate Your Vision`,
  description:
    'Computer vision simulation from illuminant to algorithm: see what a camera records, and what a network makes of it, before a prototype exists.',
  structuredData: { '@type': 'Organization', name: siteConfig.productName },
});

export default function HomePage() {
  useTopOfPage();
  return (
    <>
      <Hero />
      <ProductSection />
      <UseCasesSection />
      <StrengthsSection />
      <ResearchSection />
      <CareersSection />
      <ContactSection />
    </>
  );
}
