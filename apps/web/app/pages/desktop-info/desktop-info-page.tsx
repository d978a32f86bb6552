import { pageMessages } from '@lumenloom/contract';
import type { PageHandle } from '../../root.tsx';
import { pageMeta } from '../../page-meta.ts';
import { AddressButton } from '../../ui/address-button/address-button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import styles from './desktop-info-page.module.css';

export const handle: PageHandle = { surround: 'dark' };

export const meta = pageMeta({
  path: '/desktop-info',
  title: 'Desktop only',
  description: pageMessages.desktopOnly,
  isUnlisted: true,
});

/** Tells visitors with a narrow screen that the trial needs a wide one. */
export default function DesktopInfoPage() {
  return (
    <main className={styles.page}>
      <Mark size={64} />
      <h1>{pageMessages.desktopOnly}</h1>
      {/* In a new tab the history has no previous page. */}
      <AddressButton
        size="md"
        addressAtPress={() => (window.history.length > 1 ? -1 : '/')}
        addressWithoutScripts="/"
      >
        Back to Mainpage
      </AddressButton>
    </main>
  );
}
