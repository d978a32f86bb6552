import { IconChevronDown, IconMenu2, IconX } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { breakpoints } from '../../breakpoints.ts';
import styles from './drawer.module.css';
import { type MenuItem, siteMenu } from './site-menu.ts';

interface SectionProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly onChoose: () => void;
}

function Section({ label, items, onChoose }: SectionProps) {
  return (
    <details>
      <summary>
        {label}
        <IconChevronDown size={18} aria-hidden />
      </summary>
      <ul>
        {items.map((item) => (
          <li key={item.label}>
            <Link to={item.to} onClick={onChoose}>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface DrawerProps {
  /** '' when nobody is logged in. */
  readonly firstName: string;
  readonly onLogout: () => void;
}

/** The name of who is logged in and what they can do, or the way to log in. */
function Account({ firstName, onLogout, close }: DrawerProps & { readonly close: () => void }) {
  return (
    <div className={styles.account}>
      {firstName === '' ? (
        <Link to="/login" onClick={close}>
          Login
        </Link>
      ) : (
        <>
          <p>{firstName}</p>
          <Link to="/simulate" onClick={close}>
            Simulation Tool
          </Link>
          <button
            type="button"
            onClick={() => {
              close();
              onLogout();
            }}
          >
            Logout
          </button>
        </>
      )}
    </div>
  );
}

/**
 * Below 992 px: the button with three lines, and the sections and the account in a panel that
 * slides in from the left. It is a modal dialog; without scripts the same element opens as a
 * popover.
 */
export function Drawer({ firstName, onLogout }: DrawerProps) {
  const id = useId();
  const panel = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** A new number folds every section. */
  const [opening, setOpening] = useState(0);
  const close = (): void => panel.current?.close();

  useEffect(() => {
    const wide = window.matchMedia(`(min-width: ${breakpoints.md})`);
    wide.addEventListener('change', close);
    return () => {
      wide.removeEventListener('change', close);
    };
  }, []);

  const open = (): void => {
    setOpening(opening + 1);
    setIsOpen(true);
    panel.current?.showModal();
  };
  const onClick = (event: MouseEvent): void => {
    // The panel is all of the dialog, so what is clicked outside of it is the backdrop.
    if (event.target === event.currentTarget) close();
  };
  return (
    <>
      <button
        type="button"
        className={styles.toggle}
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <IconMenu2 aria-hidden />
      </button>
      <dialog
        ref={panel}
        id={id}
        popover="auto"
        className={styles.drawer}
        aria-label="Menu"
        onClose={() => {
          setIsOpen(false);
        }}
        onClick={onClick}
      >
        <div className={styles.panel}>
          <button
            type="button"
            className={styles.toggle}
            aria-label="Close menu"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={close}
          >
            <IconX aria-hidden />
          </button>
          <nav key={opening} aria-label="Menu">
            {siteMenu.map((section) => (
              <Section key={section.label} {...section} onChoose={close} />
            ))}
          </nav>
          <Account firstName={firstName} onLogout={onLogout} close={close} />
        </div>
      </dialog>
    </>
  );
}
