import { expect } from 'vitest';
import type { Driver } from './webdriver.ts';

/**
 * How WebDriver names an element: in the page it is that element, for which types take it here too.
 */
const idOf = (reference: Element): string => Object.values(reference as object)[0] as string;

/** Keys by the code points of WebDriver. */
export const KEYS = { Enter: '\uE007', Escape: '\uE00C', End: '\uE010' } as const;

/**
 * Elements by a selector and what names them for a person: label, or the text inside; a name with *
 * at its end begins so.
 */
export interface Named {
  readonly selector: string;
  readonly name: string;
}
export const button = (name: string): Named => ({ selector: 'button', name });
export const field = (name: string): Named => ({ selector: 'input, select, textarea', name });
export const image = (name: string): Named => ({ selector: 'img, [role=img]', name });
export const anything = (name: string): Named => ({ selector: 'body *', name });

/** In the page: the first element with that name which can be seen. */
function found({ selector, name }: Named): HTMLElement | null {
  const whole = (text: string | null | undefined): string =>
    (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    return whole(
      element.getAttribute('aria-label') ??
        (by.map((id) => document.getElementById(id)?.textContent ?? '').join(' ') ||
          labels.map((label) => label.textContent).join(' ') ||
          (element.getAttribute('alt') ?? element.textContent)),
    );
  };
  const fits = (text: string): boolean =>
    name.endsWith('*') ? text.startsWith(name.slice(0, -1)) : text === name;
  // The last one is the innermost with a text.
  return (
    [...document.querySelectorAll<HTMLElement>(selector)].findLast(
      (element) => element.checkVisibility() && fits(nameOf(element)),
    ) ?? null
  );
}

/** A page of a browser that is driven, as its tests use it. */
export class DrivenPage {
  readonly driver: Driver;
  readonly address: string;
  constructor(driver: Driver, address: string) {
    this.driver = driver;
    this.address = address;
  }

  /** What a function gives in the page. */
  async evaluate<Values extends readonly unknown[], Result>(
    run: (...values: Values) => Result | Promise<Result>,
    ...values: Values
  ): Promise<Result> {
    const script = `const [done, ...values] = [arguments[arguments.length - 1], ...arguments];
      Promise.resolve().then(() => (${run.toString()})(...values.slice(0, -1)))
        .then((value) => done([value ?? null]), (error) => done(String(error)));`;
    const answer = await this.driver.send('ExecuteAsyncScript', { script, args: values });
    if (typeof answer === 'string') throw new Error(answer);
    return (answer as [Result])[0];
  }

  /** Goes to a path, and waits until the page has come alive. */
  async goTo(path: string): Promise<void> {
    await this.driver.send('Navigate', { url: this.address + path });
    await this.see(() => document.documentElement.hasAttribute('data-alive'));
  }

  /** Goes there as if the browser had been nowhere. */
  async startAt(path: string, isLoggedIn = true): Promise<void> {
    await this.driver.send('Navigate', { url: `${this.address}/favicon.svg` });
    await this.driver.send('DeleteAllCookies');
    await this.evaluate(
      (marks: Readonly<Record<string, string>>) => {
        localStorage.clear();
        sessionStorage.clear();
        for (const [key, value] of Object.entries(marks)) localStorage.setItem(key, value);
      },
      isLoggedIn ? LOGGED_IN : {},
    );
    await this.goTo(path);
  }

  /** Waits until something is so in the page. */
  async see<Values extends readonly unknown[]>(
    isSo: (...values: Values) => unknown,
    ...values: Values
  ): Promise<void> {
    await expect
      .poll(() => this.evaluate(isSo, ...values), { message: isSo.toString() })
      .toBeTruthy();
  }

  /** Waits until an element is there that can be pressed. */
  async element(named: Named): Promise<HTMLElement> {
    let reference: HTMLElement | null = null;
    await expect
      .poll(
        async () => {
          reference = await this.evaluate(found, named);
          return reference;
        },
        { message: `${named.selector} named ${named.name}` },
      )
      .not.toBeNull();
    return reference!;
  }

  async text(named: Named): Promise<string> {
    return this.evaluate((element) => element.innerText, await this.element(named));
  }

  async press(named: Named): Promise<void> {
    const reference = await this.element(named);
    await this.see((element) => !(element as HTMLButtonElement).disabled, reference);
    await this.evaluate(
      (element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }),
      reference,
    );
    await this.driver.send('ElementClick', { id: idOf(reference) });
  }

  /** Types keys into an element, or into what has the focus. */
  async type(keys: string, named?: Named): Promise<void> {
    const reference = named
      ? await this.element(named)
      : await this.evaluate(() => document.activeElement!);
    await this.driver.send('ElementSendKeys', { id: idOf(reference), text: keys });
  }

  /** Types a text in the place of what a field has. */
  async fill(named: Named, text: string): Promise<void> {
    const reference = await this.element(named);
    await this.evaluate((element) => {
      (element as HTMLInputElement).focus();
      (element as HTMLInputElement).select();
    }, reference);
    await this.driver.send('ElementSendKeys', { id: idOf(reference), text });
  }

  /** Chooses an option of a list by its label or value. */
  async choose(list: string, option: string): Promise<void> {
    const reference = await this.element({ selector: 'select', name: list });
    const chosen = await this.evaluate(
      (element, label) =>
        [...(element as HTMLSelectElement).options].find(
          ({ text, value }) => text === label || value === label,
        ),
      reference,
      option,
    );
    await this.driver.send('ElementClick', { id: idOf(chosen!) });
  }
}

const LOGGED_IN = {
  isLoggedIn: 'true',
  userEmail: 'mina@example.com',
  userFirstName: 'Mina',
  userPlan: 'Trial',
};
