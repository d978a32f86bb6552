import type { WorkbenchFeature } from '@lumenloom/contract';
import { ModalFrame } from '../../kit/dialog/modal-frame.tsx';
import { useReadable } from '../../model/store.ts';
import type { Feature } from '../bench/feature.ts';
import styles from './tools-dialog.module.css';
import { turnedOn, type ToolsStore } from './tools-store.ts';

const GROUPS: readonly Feature['group'][] = ['See', 'Measure', 'Vary', 'Bring', 'Keep', 'Design'];

/** 'Plan popup', 'SFR'. */
const labelOf = (name: string): string =>
  name === 'sfr' ? 'SFR' : (name[0]!.toUpperCase() + name.slice(1)).replace('-', ' ');

interface ToolsDialogProps {
  readonly tools: ToolsStore;
  readonly features: readonly Feature[];
  readonly onClose: () => void;
}

/** Every tool with a switch; those of the operator are on and say so. */
export function ToolsDialog({ tools, features, onClose }: ToolsDialogProps) {
  const state = useReadable(tools);
  const { offered = [], locked } = state;
  const on = turnedOn(state);
  const listed = features.flatMap((feature) =>
    feature.switches
      .filter((name) => name === feature.name && [...offered, ...locked].includes(name))
      .map((name) => ({ ...feature, name })),
  );
  const turn = (name: WorkbenchFeature): void =>
    tools.turn(on.includes(name) ? on.filter((one) => one !== name) : [...on, name]);
  return (
    <ModalFrame
      title="Tools"
      size={480}
      xOffset={8}
      yOffset={8}
      onClose={onClose}
      bodyClass={styles.body}
    >
      {GROUPS.map((group) => {
        const inGroup = listed.filter((one) => one.group === group);
        return (
          inGroup.length > 0 && (
            <section key={group} aria-labelledby={`tools-${group}`}>
              <h3 id={`tools-${group}`}>{group}</h3>
              <ul>
                {inGroup.map(({ name, ...tool }) => (
                  <li key={name}>
                    <label>
                      <input
                        type="checkbox"
                        role="switch"
                        aria-describedby={`tool-${name}`}
                        checked={locked.includes(name) || on.includes(name)}
                        disabled={locked.includes(name)}
                        onChange={() => turn(name)}
                      />
                      {labelOf(name)}
                    </label>
                    <p id={`tool-${name}`}>
                      {tool.says}
                      {locked.includes(name) && ' The operator of this server has switched it on.'}
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
    </ModalFrame>
  );
}
