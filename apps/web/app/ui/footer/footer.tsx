import { IconArrowUp, IconArticle, IconNetwork, IconVideo } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { siteConfig } from '../../site-config.ts';
import { type MenuItem, siteMenu } from '../navigation-bar/site-menu.ts';
import styles from './footer.module.css';

/** Pages that only the footer links to; listed after Careers. */
const footerOnly: readonly MenuItem[] = [
  { label: 'Customer Stories', to: '/stories' },
  { label: 'Investor Relations', to: '/ir' },
];

const itemsOf = (items: readonly MenuItem[]): readonly MenuItem[] =>
  items.flatMap((item) => (item.to === '/careers' ? [item, ...footerOnly] : item));

function Column({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}

/** Business details that Korean law requires of an online shop, in Korean. */
function BusinessDetails() {
  const {
    name,
    representative,
    businessRegistrationNumber,
    mailOrderReportNumber,
    address,
    email,
  } = siteConfig.company;
  return (
    <address className={styles.business} lang="ko">
      <dl>
        <div>
          <dt>상호</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>대표자</dt>
          <dd>{representative}</dd>
        </div>
        <div>
          <dt>사업자등록번호</dt>
          <dd>{businessRegistrationNumber}</dd>
        </div>
        <div>
          <dt>통신판매업 신고번호</dt>
          <dd>{mailOrderReportNumber}</dd>
        </div>
        <div>
          <dt>주소</dt>
          <dd>{address}</dd>
        </div>
        <div>
          <dt>이메일</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
      </dl>
    </address>
  );
}

export function Footer() {
  const { professionalNetwork, blog, videoChannel } = siteConfig.externalLinks;
  return (
    <footer className={styles.footer} data-surface="ink">
      <div className={styles.columns}>
        {siteMenu.map(({ label, items }) => (
          <Column key={label} title={label}>
            {itemsOf(items).map((item) => (
              <li key={item.to}>
                <Link to={item.to} prefetch="intent">
                  {item.label}
                </Link>
              </li>
            ))}
          </Column>
        ))}
        <Column title="Follow Us">
          <li>
            <a href={professionalNetwork} target="_blank" rel="noopener">
              <IconNetwork size={18} aria-hidden />
              Professional network
            </a>
          </li>
          {/* The specification labels this icon YouTube although the link leads to the blog
              (docs/reference/protocol.md#a7). */}
          <li>
            <a href={blog} target="_blank" rel="noopener">
              <span role="img" aria-label="YouTube">
                <IconArticle size={18} aria-hidden />
              </span>
              Blog
            </a>
          </li>
          <li>
            <a href={videoChannel} target="_blank" rel="noopener">
              <IconVideo size={18} aria-hidden />
              Video channel
            </a>
          </li>
        </Column>
      </div>
      <div className={styles.end}>
        <p>
          {/* oxlint-disable-next-line react/purity -- the year in which the page is read */}©{' '}
          {new Date().getFullYear()} {siteConfig.productName}. All Rights Reserved
        </p>
        <ul>
          <li>
            <Link to="/what_engineers_do">What engineers do with it</Link>
          </li>
          <li>
            <Link to="/documentation">Documentation</Link>
          </li>
          <li>
            <Link to="/terms">Terms of Use</Link>
          </li>
          <li>
            <Link to="/privacy">Privacy Policy</Link>
          </li>
        </ul>
        <button
          type="button"
          onClick={() => {
            window.scrollTo({ top: 0, behavior: 'smooth' });
          }}
        >
          Back to top
          <IconArrowUp size={18} aria-hidden />
        </button>
      </div>
      <div className={styles.strip}>
        <BusinessDetails />
      </div>
    </footer>
  );
}
