import { IconSettings, IconTools } from '@tabler/icons-react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { Hint } from '../../../ui/hint/hint.tsx';
import { useReadable } from '../../model/store.ts';
import styles from './all-tools.module.css';
import { turnedOn, type ToolsStore } from './tools-store.ts';

interface AllToolsProps {
  readonly tools: ToolsStore;
  readonly isCollapsed: boolean;
  /** Opens the dialog in which each tool has a switch. */
  readonly onDialog: () => void;
}

/**
 * The row of the sidebar with one switch for everything that is offered. Its space is kept until
 * the server has said what that is; where nothing is offered, there is no row.
 */
export function AllTools({ tools, isCollapsed, onDialog }: AllToolsProps) {
  const { offered, wish } = useReadable(tools);
  if (offered?.length === 0) return undefined;
  const on = turnedOn(tools.current());
  const isOn = on.length > 0;
  const isKnown = offered !== undefined || isOn;
  const count = offered && on.length < offered.length ? `${on.length} of ${offered.length}` : 'on';
  return (
    <div className={styles.row} data-collapsed={isCollapsed || undefined}>
      {isKnown && (
        <>
          <Hint label="All tools" disabled={!isCollapsed} position="right">
            <button
              type="button"
              role="switch"
              aria-checked={isOn}
              aria-label="All tools"
              className={styles.switch}
              onClick={() => tools.turn(isOn ? [] : 'all')}
            >
              <span className={styles.icon}>
                <IconTools size={20} aria-hidden />
              </span>
              <span className={styles.label}>All tools</span>
              <span className={styles.state}>{isOn ? (wish === 'all' ? 'on' : count) : 'off'}</span>
              <span className={styles.track} aria-hidden />
            </button>
          </Hint>
          {isOn && !isCollapsed && (
            <IconButton
              label="Tools"
              hint="Tools, one by one"
              icon={IconSettings}
              onClick={onDialog}
            />
          )}
        </>
      )}
    </div>
  );
}
