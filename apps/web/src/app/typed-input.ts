type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What the user did in a form before the application mounted. */
export type TypedInput = {
  values: { i: number; value: string | boolean }[];
  focus: { i: number; start: number | null; end: number | null } | null;
  /** Index of the form that was submitted; nothing was sent yet, so it is submitted again. */
  submitted: number | null;
  /** Index of the other button that was clicked last; it did nothing yet. */
  clicked: number | null;
};

const FIELD_SELECTOR = "input, textarea, select";
/** Set by antes.js. */
const [SUBMITTED, CLICKED] = ["data-enviado", "data-clicado"];
const FOCUSABLE_SELECTOR = `${FIELD_SELECTOR}, a[href], button, summary`;

/** Longest wait for a pressed finger or key, in ms. */
const RELEASE_MAX_MS = 3_000;
/** Interval between checks for a pressed element, in ms. */
const RELEASE_POLL_MS = 20;

/** Waits while an element is pressed: a click needs press and release on the same element. */
export async function untilReleased(root: HTMLElement): Promise<void> {
  const end = performance.now() + RELEASE_MAX_MS;
  while (root.matches(":active") && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, RELEASE_POLL_MS));
  }
}

/** Reads the values, focus and submission of the prerendered form. */
export function readTypedInput(root: HTMLElement): TypedInput {
  const fields = [...root.querySelectorAll<FieldElement>(FIELD_SELECTOR)];
  const active = focusedByUser();
  const i = active ? [...root.querySelectorAll(FOCUSABLE_SELECTOR)].indexOf(active) : -1;
  const indexOf = (selector: string, mark: string): number | null => {
    const at = [...root.querySelectorAll(selector)].findIndex((element) => element.hasAttribute(mark));
    return at === -1 ? null : at;
  };
  return {
    values: fields.flatMap((field, at) => {
      const value = changedOf(field);
      return value === null ? [] : [{ i: at, value }];
    }),
    focus: i === -1 ? null : { i, ...selectionOf(active) },
    submitted: indexOf("form", SUBMITTED),
    clicked: indexOf("button", CLICKED),
  };
}

/** Repeats them in the mounted form, field by field, with the events of real input. */
export function repeatInput(root: HTMLElement, { values, focus, submitted, clicked }: TypedInput): void {
  const fields = [...root.querySelectorAll<FieldElement>(FIELD_SELECTOR)];
  for (const { i, value } of values) {
    const field = fields[i];
    if (field) put(field, value);
  }
  if (focus) refocus([...root.querySelectorAll<HTMLElement>(FOCUSABLE_SELECTOR)][focus.i], focus);
  if (submitted !== null) [...root.querySelectorAll("form")][submitted]?.requestSubmit();
  if (clicked !== null) root.querySelectorAll("button")[clicked]?.click();
}

/**
 * The element that the user focused; null for an untouched autofocus, which the application sets itself.
 */
function focusedByUser(): Element | null {
  const active = document.activeElement;
  const untouched = active instanceof HTMLInputElement && active.autofocus && changedOf(active) === null;
  return untouched ? null : active;
}

/** @returns null when the field is unchanged */
function changedOf(field: FieldElement): string | boolean | null {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
    return field.value === first?.value ? null : field.value;
  }
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
    return field.checked === field.defaultChecked ? null : field.checked;
  }
  return field.value === field.defaultValue ? null : field.value;
}

function put(field: FieldElement, value: string | boolean): void {
  if (typeof value === "boolean") {
    if (field instanceof HTMLInputElement && field.checked !== value) field.click();
    return;
  }
  // React replaces the setter on the element; the prototype's own setter makes it notice the change.
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  own?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

function selectionOf(element: Element | null): { start: number | null; end: number | null } {
  const typed = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return typed ? { start: element.selectionStart, end: element.selectionEnd } : { start: null, end: null };
}

function refocus(
  element: HTMLElement | undefined,
  { start, end }: { start: number | null; end: number | null },
): void {
  element?.focus({ preventScroll: true });
  const typed = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (typed && start !== null) element.setSelectionRange(start, end);
}
