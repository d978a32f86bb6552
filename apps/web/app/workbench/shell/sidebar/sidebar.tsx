import { useMediaQuery } from '@mantine/hooks';
import {
  IconAdjustmentsHorizontal,
  IconAperture,
  IconCube,
  IconGridDots,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { siteConfig } from '../../../site-config.ts';
import { Dimmed } from '../../../ui/dimmed/dimmed.tsx';
import { Mark } from '../../../ui/mark/mark.tsx';
import { useRoving } from '../../../ui/roving/use-roving.ts';
import { keepSidebar, keptSidebar, type SidebarChoice } from '../../model/kept-workbench.ts';
import { useReadable } from '../../model/store.ts';
import { WORKSPACES } from '../../model/workspaces.ts';
import { absentReason } from '../actions/action.ts';
import { allOf } from '../bench/registries.ts';
import type { Workbench } from '../bench/workbench.ts';
import { AllTools } from '../tools/all-tools.tsx';
import { Person } from './person.tsx';
import styles from './sidebar.module.css';

const ICONS = {
  system: IconAdjustmentsHorizontal,
  'optics-design': IconAperture,
  'sensor-design': IconGridDots,
  world: IconCube,
} as const;

/** The sidebar is expanded from 62em on. */
const NARROW = '(max-width: 61.99em)';
/** With tools the picture needs the room beside its tab. */
const NARROW_WITH_TOOLS = '(max-width: 1199.98px)';

export function Sidebar({ workbench }: { readonly workbench: Workbench }) {
  const hasTools = useReadable(workbench.switches).length > 0;
  // Expanded where there is room for it, until the user chooses.
  const isNarrow = useMediaQuery(hasTools ? NARROW_WITH_TOOLS : NARROW, false);
  const [decision, setDecision] = useState(keptSidebar);
  const isCollapsed = decision ? decision === 'collapsed' : isNarrow;

  // The pressed button disappears, so its counterpart takes the focus.
  const toggle = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current) toggle.current?.focus();
  }, [decision]);
  const decide = (choice: SidebarChoice): void => {
    isPressed.current = true;
    setDecision(choice);
    keepSidebar(choice);
  };

  return (
    <aside className={styles.sidebar} data-collapsed={isCollapsed || undefined}>
      <button
        type="button"
        className={styles.skip}
        onClick={() => document.querySelector<HTMLElement>('main select')?.focus()}
      >
        Skip to the lists
      </button>
      <div className={styles.top}>
        {isCollapsed ? (
          <button
            ref={toggle}
            type="button"
            className={styles.logo}
            aria-expanded={false}
            onClick={() => decide('expanded')}
          >
            <span className={styles.atRest}>
              <Mark size={28} />
            </span>
            <IconLayoutSidebarLeftExpand size={20} className={styles.onHover} aria-hidden />
            <span className="unseen">Expand sidebar</span>
          </button>
        ) : (
          <>
            <Link to="/" className={styles.logo}>
              <Mark size={28} />
              <span className={styles.label}>{siteConfig.productName}</span>
            </Link>
            <button
              ref={toggle}
              type="button"
              className={styles.collapse}
              aria-expanded
              onClick={() => decide('collapsed')}
            >
              <IconLayoutSidebarLeftCollapse size={20} aria-hidden />
              <span className="unseen">Collapse sidebar</span>
            </button>
          </>
        )}
      </div>
      <Workspaces workbench={workbench} />
      <AllTools
        tools={workbench.tools}
        isCollapsed={isCollapsed}
        onDialog={() => workbench.show({ modal: 'tools' })}
      />
      <Person features={workbench.features} />
    </aside>
  );
}

/**
 * One tab stop with arrow keys, those that are disabled included, because they say why. Workspaces
 * that come with features are dimmed while they are off, whatever the plan of the account.
 */
function Workspaces({ workbench }: { readonly workbench: Workbench }) {
  const { current, row } = useRoving();
  const open = allOf(useReadable(workbench.features), 'workspaces');
  const isOpen = (id: string): boolean => open.some((one) => one.id === id);
  const { workspace } = useReadable(workbench.place);
  const { offered = [] } = useReadable(workbench.tools);
  return (
    <nav aria-label="Workspaces" {...row}>
      {WORKSPACES.filter(({ id }) => id !== 'world' || isOpen(id)).map(
        ({ id, label, address }, index) => {
          const Icon = ICONS[id];
          const content = (
            <>
              <Icon size={20} aria-hidden />
              <span className={styles.label}>{label}</span>
            </>
          );
          const tabIndex = current === index ? 0 : -1;
          return id === 'system' || isOpen(id) ? (
            <Link
              key={id}
              to={address}
              className={styles.item}
              aria-current={workspace === id ? 'page' : undefined}
              tabIndex={tabIndex}
              data-stop
            >
              {content}
            </Link>
          ) : (
            <Dimmed
              key={id}
              side="right"
              tabIndex={tabIndex}
              reason={absentReason(
                label,
                offered.some((name) => name === id),
              )}
            >
              <button type="button" className={styles.item} disabled>
                {content}
              </button>
            </Dimmed>
          );
        },
      )}
    </nav>
  );
}
