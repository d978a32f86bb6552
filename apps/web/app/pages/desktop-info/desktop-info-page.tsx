import { messages } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { PageHandle } from '../../root.tsx';
import { pageMeta } from '../../page-meta.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import styles from './desktop-info-page.module.css';

export const handle: PageHandle = { surround: 'dark' };

export const meta = pageMeta({
  path: '/desktop-info',
  title: 'Desktop only',
  description: messages.desktopOnly,
  isUnlisted: true,
});

/** Tells visitors with a narrow screen that the trial needs a wide one. */
export default function DesktopInfoPage() {
  const navigate = useNavigate();
  // In a new tab the history has no previous page.
  const goBack = (): void => void (window.history.length > 1 ? navigate(-1) : navigate('/'));
  return (
    <main className={styles.page}>
      <Mark size={64} />
      <h1>{messages.desktopOnly}</h1>
      <Button size="md" onClick={goBack}>
        Back to Mainpage
      </Button>
    </main>
  );
}
