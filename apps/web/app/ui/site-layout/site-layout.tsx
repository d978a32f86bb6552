import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Footer } from '../footer/footer.tsx';
import { NavigationBar } from '../navigation-bar/navigation-bar.tsx';
import styles from './site-layout.module.css';

/** The navigation bar above and the footer below a page. */
export default function SiteLayout() {
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The link that had the focus may be gone; the focus moves to the start of the new page for
    // keyboard and screen reader.
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={styles.site}>
      <NavigationBar />
      <main ref={content} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
