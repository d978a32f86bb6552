import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { ContactAddress, LegalDocument, type LegalSection } from './legal-document.tsx';

const { productName, company } = siteConfig;

export const meta = pageMeta({
  path: '/privacy',
  title: 'Privacy Policy',
  description: `Which personal data ${productName} collects through accounts, forms and applications, why, for how long, and which rights you have.`,
});

const sections: readonly LegalSection[] = [
  {
    id: 'controller',
    title: 'Who is responsible',
    text: (
      <>
        <p>
          {company.name} is the controller of the personal data that is processed through this
          website and the simulation workbench. This policy follows the Personal Information
          Protection Act of the Republic of Korea (PIPA).
        </p>
        <p>
          The person in charge of personal information can be reached at <ContactAddress />.
        </p>
      </>
    ),
  },
  {
    id: 'collected',
    title: 'What we collect',
    text: (
      <ul>
        <li>
          Account: first name, last name, email address, password (stored as a hash only), plan,
          times of sign-up and login, and the days on which you were active.
        </li>
        <li>Contact form: kind of question, company, name, email address, subject, message.</li>
        <li>
          Sales inquiry: product, quantity, company, name, email address and, if you write one, a
          message.
        </li>
        <li>Job application: name, email address, phone number and the resume that you upload.</li>
        <li>Download: email address and licence key.</li>
        <li>
          Use of the service: IP address, time and kind of request, technical messages about errors.
        </li>
        <li>
          Simulations: the recipe that you send. It is used for the computation and not kept after
          the run.
        </li>
      </ul>
    ),
  },
  {
    id: 'purposes',
    title: 'Why we use it, and on what basis',
    text: (
      <ul>
        <li>To provide your account, the workbench and downloads: contract.</li>
        <li>
          To confirm an email address or reset a password, by a code sent to that address: contract.
        </li>
        <li>To answer questions and prepare offers: your consent, or steps before a contract.</li>
        <li>To decide on applications: your consent.</li>
        <li>
          To prevent abuse and keep the service secure, for instance by limits per IP address: our
          legitimate interest.
        </li>
        <li>
          To count sign-ups, logins and active users per day and month. Only totals are shown,
          without names or addresses.
        </li>
        <li>To meet duties under tax and commercial law.</li>
      </ul>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and local storage',
    text: (
      <>
        <p>
          We use only what the service needs, and no advertising or tracking by third parties. Pages
          load no script from hosts of other companies.
        </p>
        <ul>
          <li>
            Session cookie: keeps you logged in. It cannot be read by scripts (HttpOnly) and ends
            when you log out, after 7 days without use, and after 30 days at the latest.
          </li>
          <li>
            Verification cookie: ties a confirmed code to the browser in which it was entered, for a
            few minutes (HttpOnly).
          </li>
          <li>
            Local storage of your browser: whether you are logged in, your email address, first name
            and plan, so that pages can greet you. Logging out deletes it.
          </li>
          <li>
            Session storage and IndexedDB of your browser: the settings, the last picture and the
            log of each workbench tab, so that reloading the page loses nothing. This copy stays in
            your browser; logging out deletes it.
          </li>
        </ul>
        <p>
          You can refuse cookies in your browser. Public pages then work as before; signing up and
          logging in do not.
        </p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    text: (
      <>
        <p>We keep personal data for as long as its purpose lasts:</p>
        <ul>
          <li>account data until the account is closed;</li>
          <li>verification codes for at most 10 minutes;</li>
          <li>
            contact messages and sales inquiries for up to 3 years after they have been dealt with;
          </li>
          <li>
            applications and resumes for up to 180 days after the decision, longer only with your
            consent;
          </li>
          <li>technical records of requests for up to 3 months.</li>
        </ul>
        <p>
          Where the law demands more, that applies: under the Act on the Consumer Protection in
          Electronic Commerce, 5 years for contracts, withdrawals and payments and 3 years for
          complaints and disputes; under tax law, 5 years for books and receipts.
        </p>
      </>
    ),
  },
  {
    id: 'deletion',
    title: 'How it is deleted',
    text: (
      <p>
        When the purpose or the period has ended, the data is deleted without delay. Records and
        files are erased so that they cannot be restored, copies in backups with the next cycle, and
        printed matter is shredded. Data that the law makes us keep is stored apart from the rest
        until its period ends.
      </p>
    ),
  },
  {
    id: 'recipients',
    title: 'Who else receives it',
    text: (
      <>
        <p>
          We do not sell personal data. It is passed on only with your consent, to fulfil a contract
          with you, or when a law or a competent authority requires it.
        </p>
        <p>
          If service providers process data for us, such as hosting or the delivery of email, they
          do so under a written contract, only for that purpose and under our supervision. Their
          names, and the country if it is not Korea, are published here before they begin.
          On-premise installations run in the customer’s own infrastructure; we receive none of the
          data processed there.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How it is protected',
    text: (
      <ul>
        <li>Passwords and verification codes are stored as hashes, never in plain text.</li>
        <li>Attempts to log in and to enter codes are limited.</li>
        <li>
          Uploaded resumes are checked and stored under random names, outside what the web server
          delivers.
        </li>
        <li>Only staff who need the data for their work have access to it.</li>
        <li>
          Should a leak occur that concerns you, we inform you and the authorities as PIPA requires.
        </li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: (
      <>
        <p>You, or a representative with your authority, may at any time:</p>
        <ul>
          <li>ask which of your data we hold and receive a copy;</li>
          <li>have wrong data corrected;</li>
          <li>have data deleted, or its processing stopped;</li>
          <li>withdraw a consent, with effect for the future;</li>
          <li>close your account.</li>
        </ul>
        <p>
          Write to <ContactAddress />. We answer within 10 days. If a law keeps us from complying,
          we say which one. You may refuse to give data in a form; a form cannot be sent without the
          fields that it marks as required.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: (
      <p>
        The service is made for professionals, students and educators. We do not knowingly collect
        data of children under 14. If we learn that we have, we delete it unless a legal guardian
        has consented.
      </p>
    ),
  },
  {
    id: 'contact-and-changes',
    title: 'Contact, complaints and changes',
    text: (
      <>
        <p>
          Questions and complaints go to {company.name}, <ContactAddress />. If our answer does not
          satisfy you, you may turn to:
        </p>
        <ul>
          <li>
            Personal Information Infringement Report Center: phone 118 in Korea, privacy.kisa.or.kr
          </li>
          <li>
            Personal Information Dispute Mediation Committee: phone 1833-6972 in Korea, kopico.go.kr
          </li>
        </ul>
        <p>
          Changes to this policy are announced on this page at least 7 days before they take effect,
          important ones at least 30 days before. This version was last updated in April 2025.
        </p>
      </>
    ),
  },
];

export default function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      lead="Which personal data we process, why, for how long, and what you can ask of us."
      sections={sections}
    />
  );
}
