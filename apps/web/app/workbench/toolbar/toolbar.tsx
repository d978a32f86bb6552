import { Button } from '@mantine/core';
import { Dimmed } from '../../ui/dimmed/dimmed.tsx';
import type { Action, Workbench } from '../actions/action.ts';
import { actions } from '../actions/actions.ts';
import { RunProgress } from './run-progress.tsx';
import styles from './toolbar.module.css';

interface ToolbarProps {
  readonly workbench: Workbench;
  readonly onAction: (action: Action) => void;
}

export function Toolbar({ workbench, onAction }: ToolbarProps) {
  return (
    <div className={styles.toolbar} role="group" aria-label="Actions">
      {actions.map((action) => {
        const reason = action.whyDisabled(workbench);
        return (
          <Dimmed key={action.label} reason={reason}>
            <Button
              size="xs"
              h={32}
              variant={action.isMain ? 'filled' : 'default'}
              leftSection={<action.icon size={16} aria-hidden />}
              disabled={reason !== undefined}
              title={
                action.controlKey ? `${action.label} (Ctrl+${action.controlKey})` : action.label
              }
              aria-keyshortcuts={action.controlKey && `Control+${action.controlKey}`}
              className={styles.button}
              data-main={action.isMain}
              onClick={() => onAction(action)}
            >
              <span className={styles.name}>{action.label}</span>
            </Button>
          </Dimmed>
        );
      })}
      <RunProgress run={workbench.run} />
    </div>
  );
}
