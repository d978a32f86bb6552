import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { ContactAddress, LegalDocument, type LegalSection } from './legal-document.tsx';

const { productName, company } = siteConfig;

export const meta = pageMeta({
  path: '/terms',
  title: 'Terms of Use',
  description: `The terms for using ${productName}: accounts, plans and payment, permitted use, your data and results, warranty, liability, Korean law.`,
});

const sections: readonly LegalSection[] = [
  {
    id: 'purpose',
    title: 'Purpose and acceptance',
    text: (
      <>
        <p>
          These terms govern the use of this website, of the simulation workbench and of the
          downloadable program (together “the service”), which {company.name} (“we”) offers under
          the name {productName}.
        </p>
        <p>
          By creating an account, sending a form that refers to these terms or using the service you
          accept them. If you act for a company, you confirm that you may bind it. A written
          agreement between that company and us takes precedence where the two differ.
        </p>
      </>
    ),
  },
  {
    id: 'definitions',
    title: 'Definitions',
    text: (
      <ul>
        <li>“Account”: the access that belongs to one email address.</li>
        <li>
          “Plan”: the scope of the service that an account or a contract includes, as listed under{' '}
          <Link to="/product_pricing">Pricing</Link>.
        </li>
        <li>
          “Input”: what you enter or give to the program, such as recipes, spectra, lens files and
          raw data.
        </li>
        <li>
          “Results”: pictures, logs, tables and reports that the service computes from your input.
        </li>
        <li>“Consumer”: a user who is protected as such by the laws of the Republic of Korea.</li>
      </ul>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    text: (
      <>
        <p>
          To sign up you give your name and an email address, which you confirm with a code. This
          information must be true and kept up to date. An account is for one person; shared
          accounts are allowed only where a plan says so.
        </p>
        <p>
          Keep your password secret and tell us without delay when you believe that somebody else
          knows it. You are responsible for what is done with your account unless you could not
          prevent it.
        </p>
        <p>
          You may close your account at any time by writing to <ContactAddress />.
        </p>
      </>
    ),
  },
  {
    id: 'plans',
    title: 'Plans, trial and payment',
    text: (
      <>
        <p>
          The trial is free for seven days, includes the core functions with limited scene data and
          downloads, and ends by itself. It does not turn into a paid plan unless you order one.
        </p>
        <p>
          Prices are those shown when you order and do not include taxes. Paid plans begin with the
          order that we confirm, run for the period stated there and are paid in advance. Prices of
          a running period do not change.
        </p>
        <p>
          Consumers may withdraw within seven days as provided by the Act on the Consumer Protection
          in Electronic Commerce; where the use of digital content has begun with their consent, the
          exceptions of that act apply. Otherwise fees are refunded in proportion when we end a plan
          and you are not at fault.
        </p>
      </>
    ),
  },
  {
    id: 'permitted-use',
    title: 'Permitted use',
    text: (
      <>
        <p>
          For the period of your plan you receive a non-exclusive, non-transferable right to use the
          service for your own professional, scientific or educational work. You may not:
        </p>
        <ul>
          <li>disturb the service, circumvent its limits or access other people’s data;</li>
          <li>resell the service or offer it to third parties as a service of your own;</li>
          <li>pass on licence keys or remove notices of copyright;</li>
          <li>upload content that is unlawful or to which you have no right;</li>
          <li>use it against applicable rules on export or sanctions.</li>
        </ul>
        <p>
          You may test and compare the service and publish the findings, with the version and the
          conditions. Parts that are under an open-source licence are governed by that licence.
        </p>
      </>
    ),
  },
  {
    id: 'your-data',
    title: 'Your input and results',
    text: (
      <>
        <p>
          Your input remains yours. We use it only to compute what you ask for, to keep the service
          secure and where the law requires it. We do not use it to train models.
        </p>
        <p>
          The results belong to you as far as the law allows. You may use and publish them without
          paying us. Where they contain our sample scenes, name {productName} as the source.
        </p>
        <p>
          Save what you need: a simulation that runs in the workbench is not kept after its picture
          has been delivered. How personal data is handled is described in the{' '}
          <Link to="/privacy">Privacy Policy</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual property',
    text: (
      <p>
        Software, texts, pictures and marks of the service belong to us or to those who license them
        to us. These terms transfer none of these rights beyond the use in section 5. Suggestions
        that you send us may be used by us without charge; they do not give us rights to your input
        or results.
      </p>
    ),
  },
  {
    id: 'availability',
    title: 'Availability and changes',
    text: (
      <>
        <p>
          We run the service with due care but do not promise that it will never be interrupted.
          Maintenance is announced where that is possible. Limits on picture size, running time and
          number of requests protect all users and may be adjusted.
        </p>
        <p>
          We may change the service and these terms for a good reason, such as new functions,
          security or law. Changed terms are announced here at least 7 days before they take effect,
          changes to your disadvantage at least 30 days before and by email. If you do not agree,
          you may end the contract by the day on which they take effect.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Nature of results, warranty and liability',
    text: (
      <>
        <p>
          Results are computed from models. Their errors and limits are described in the
          documentation, and they hold under the conditions that you set. They do not replace
          measurements on real parts, and decisions that concern the safety of people must not rest
          on them alone.
        </p>
        <p>
          We are liable without limit for intent and gross negligence, for injury to life, body or
          health and where the law allows no limit. Otherwise liability is limited to foreseeable
          damage and, for business customers, to the fees of the twelve months before the event.
          Free use comes without warranty as far as the law permits. The statutory rights of
          consumers remain untouched.
        </p>
      </>
    ),
  },
  {
    id: 'end-and-law',
    title: 'End, governing law and contact',
    text: (
      <>
        <p>
          We may suspend an account that breaks these terms seriously or repeatedly; except in
          urgent cases we first ask for a remedy. At the end of a contract the right of use ends;
          sections 6, 7 and 9 continue.
        </p>
        <p>
          The law of the Republic of Korea applies. Disputes go to the court that is competent under
          the Civil Procedure Act; for business customers this is the Seoul Central District Court.
          If a provision is invalid, the others remain in force.
        </p>
        <p>
          Questions and notices: {company.name}, <ContactAddress />.
        </p>
      </>
    ),
  },
];

export default function TermsPage() {
  return (
    <LegalDocument
      title="Terms of Use"
      lead="What you may expect from us, and what we ask of you."
      sections={sections}
    />
  );
}
