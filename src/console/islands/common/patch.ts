import { type ComponentChild, render } from 'preact';

/** An element as a component draws it. */
export function drawn(node: ComponentChild): HTMLElement {
  const box = document.createElement('div');
  render(node, box);
  const [element] = box.children;
  if (!(element instanceof HTMLElement)) throw new Error('A component of an island draws one element.');
  return element;
}

/**
 * Makes an element like another one and touches only what differs: focus, selection, scroll and open folds stay. What is another thing by its
 * key takes its place, so that no hand that lay on the one lies on the other.
 */
export function patch(old: Element, next: Element): void {
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of Array.from(old.attributes))
    if (!next.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
  const there = [...old.childNodes];
  const wanted = [...next.childNodes];
  for (const [index, node] of wanted.entries()) {
    const one = there[index];
    if (one === undefined) old.append(node);
    else if (one instanceof Element && node instanceof Element && isSame(one, node)) patch(one, node);
    else if (!(one instanceof Text && node instanceof Text && one.data === node.data)) one.replaceWith(node);
  }
  for (const one of there.slice(wanted.length)) one.remove();
}

function isSame(one: Element, other: Element): boolean {
  return one.tagName === other.tagName && one.getAttribute('data-key') === other.getAttribute('data-key');
}

/** The row of a key, wherever it lies. */
export function rowOf(key: string): HTMLElement | null {
  return document.querySelector(`[data-key="${CSS.escape(key)}"]`);
}
