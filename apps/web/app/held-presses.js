/**
 * Inline script in the head of every page: keeps what a person does before React listens (decision
 * 016).
 *
 * A press on a button, or on a link marked `data-needs-scripts`, is held, and repeated once when
 * the page dispatches 'alive' (alive.ts); of several presses, the last. Values that were entered
 * are reported again, so that React and the forms take them. When the scripts fail to load, the
 * press is repeated for the browser, so that the plain element acts.
 */
(() => {
  /** @type {HTMLElement | undefined} */
  let pressed;
  /** Fields that were edited, with value and state. */
  const edited = new Map();

  const onClick = (event) => {
    const target = event.target.closest('button, [data-needs-scripts]');
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!target || (target.href && opensElsewhere)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed?.removeAttribute('data-pressed');
    pressed = target;
    // For the style sheet only: the pointer shows that something is under way.
    pressed.setAttribute('data-pressed', '');
  };
  const onInput = ({ target }) => edited.set(target, [target.value, target.checked]);
  const onError = ({ target }) => {
    if (target.type === 'module') release();
  };
  const listeners = { click: onClick, input: onInput, error: onError, alive: release };

  function restore(field, [value, isChecked]) {
    if (field.checked !== isChecked) return field.click();
    if (field.type === 'file') return;
    // With the setter of the prototype: React replaces the setter of the element and would take the
    // value for known.
    if (field.value !== value) Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }

  function release() {
    for (const [type, listener] of Object.entries(listeners))
      window.removeEventListener(type, listener, true);
    for (const [field, state] of edited) if (field.isConnected) restore(field, state);
    pressed?.removeAttribute('data-pressed');
    // An element that React has replaced is gone: better no press than another one.
    if (pressed?.isConnected) pressed.click();
  }

  for (const [type, listener] of Object.entries(listeners))
    window.addEventListener(type, listener, true);
})();
