import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { siteConfig } from '../../site-config.ts';
import { Mark } from '../mark/mark.tsx';
import { Drawer } from './drawer.tsx';
import { DropDown, type OpenList } from './drop-down.tsx';
import styles from './navigation-bar.module.css';
import { siteMenu } from './site-menu.ts';
import { logout, useFirstName } from './use-first-name.ts';
import { useIsScrolled } from './use-is-scrolled.ts';

/** Arrow keys left and right move the focus between the buttons of the lists. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const buttons = [
    ...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[aria-expanded]'),
  ];
  const here = buttons.findIndex((button) =>
    button.parentElement?.contains(document.activeElement),
  );
  event.preventDefault();
  buttons.at((here + step) % buttons.length)?.focus();
}

/**
 * The fixed black bar of the site: brand, sections and account; below 992 px a drawer replaces the
 * sections.
 */
export function NavigationBar() {
  const isScrolled = useIsScrolled();
  const firstName = useFirstName();
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenList>();
  const bar = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!open) return;
    const dismiss = (event: Event): void => {
      const isElsewhere =
        event.type === 'pointerdown' && !bar.current?.contains(event.target as Node);
      if (isElsewhere || (event as { key?: string }).key === 'Escape') setOpen(undefined);
    };
    document.addEventListener('pointerdown', dismiss);
    document.addEventListener('keydown', dismiss);
    return () => {
      document.removeEventListener('pointerdown', dismiss);
      document.removeEventListener('keydown', dismiss);
    };
  }, [open]);

  const leave = (): void => {
    logout();
    void navigate('/');
  };
  return (
    <header
      ref={bar}
      className={styles.bar}
      data-surface="ink"
      data-scrolled={isScrolled || undefined}
    >
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <div className={styles.row}>
        <Drawer firstName={firstName} onLogout={leave} />
        <Link to="/" className={styles.brand}>
          <span className={styles.logo}>
            <Mark size={28} isPlain />
          </span>
          {siteConfig.productName}
        </Link>
        <nav className={styles.sections} aria-label="Main" onKeyDown={moveAlong}>
          <ul>
            {siteMenu.map(({ label, items }) => (
              <li key={label}>
                <DropDown label={label} items={items} open={open} onChange={setOpen} />
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.account}>
          {firstName === '' ? (
            <Link to="/login" prefetch="intent" className={styles.login}>
              Login
            </Link>
          ) : (
            <DropDown
              label={firstName}
              items={[
                { label: 'Simulation Tool', to: '/simulate' },
                { label: 'Logout', onChoose: leave },
              ]}
              isAtEnd
              open={open}
              onChange={setOpen}
            />
          )}
        </div>
      </div>
    </header>
  );
}
