import { Button } from '@mantine/core';
import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import styles from './part.module.css';

interface PartProps {
  /** The name of the part, as the subject of a sentence: 'The log'. */
  readonly name: string;
  /** In its place until it has been loaded. */
  readonly fallback?: ReactNode;
  /** Closes what lies over the page: the sentence lies there too, with a button for this. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}

interface PartState {
  readonly failure: { readonly error: unknown } | undefined;
}

/**
 * The code of a part could not be loaded. React and Chromium keep this failure for the life of the
 * page, so only loading the page again helps, over which this tab keeps the recipe.
 */
class LoadError extends Error {
  override readonly name = 'LoadError';
}

/**
 * A part of the workbench. Where it cannot be loaded or drawn, a sentence takes its place and the
 * other parts go on.
 */
export class Part extends Component<PartProps, PartState> {
  static getDerivedStateFromError(error: unknown): PartState {
    return { failure: { error } };
  }
  override readonly state: PartState = { failure: undefined };
  readonly #tryAgain = (): void => {
    this.setState({ failure: undefined });
  };

  override render() {
    const { name, fallback, onClose, children } = this.props;
    const { failure } = this.state;
    if (!failure) return <Suspense fallback={fallback}>{children}</Suspense>;
    const { error } = failure;
    return (
      <div className={styles.failure} data-over={onClose && true} role="alert">
        <p>
          {name} cannot be shown ({error instanceof Error ? error.message : String(error)}). The
          recipe and the other parts of the page are as they were.
        </p>
        {!(error instanceof LoadError) && (
          <Button size="xs" variant="default" onClick={this.#tryAgain}>
            Try again
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
        {onClose && (
          <Button size="xs" variant="default" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    );
  }
}

/** A component as a part of its own. */
export const inPart = <Props extends object>(name: string, Content: ComponentType<Props>) =>
  function InPart(props: Props) {
    return (
      <Part name={name}>
        <Content {...props} />
      </Part>
    );
  };

/** A component that is loaded when it is first drawn. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      throw new LoadError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  });
