type Campo = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What the user did in a form before the application mounted. */
export type Digitado = {
  valores: { i: number; valor: string | boolean }[];
  foco: { i: number; de: number | null; ate: number | null } | null;
  /** Index of the form that was submitted; nothing was sent yet, so it is submitted again. */
  enviado: number | null;
};

const CAMPOS = "input, textarea, select";
const FOCAVEIS = `${CAMPOS}, a[href], button, summary`;

/** Longest wait for a pressed finger or key, in ms. */
const SOLTA_MS = 3_000;
/** Interval between checks for a pressed element, in ms. */
const OLHA_MS = 20;

/** Waits while an element is pressed: a click needs press and release on the same element. */
export async function untilSolta(root: HTMLElement): Promise<void> {
  const end = performance.now() + SOLTA_MS;
  while (root.matches(":active") && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, OLHA_MS));
  }
}

/** Reads the values, focus and submission of the prerendered form. */
export function readDigitado(root: HTMLElement): Digitado {
  const campos = [...root.querySelectorAll<Campo>(CAMPOS)];
  const ativo = focusedBySomebody();
  const i = ativo ? [...root.querySelectorAll(FOCAVEIS)].indexOf(ativo) : -1;
  const enviado = [...root.querySelectorAll("form")].findIndex((form) => form.hasAttribute("data-enviado"));
  return {
    valores: campos.flatMap((campo, at) => {
      const valor = changedOf(campo);
      return valor === null ? [] : [{ i: at, valor }];
    }),
    foco: i === -1 ? null : { i, ...selectionOf(ativo) },
    enviado: enviado === -1 ? null : enviado,
  };
}

/** Repeats them in the mounted form, field by field, with the events of real input. */
export function digitarDeNovo(root: HTMLElement, { valores, foco, enviado }: Digitado): void {
  const campos = [...root.querySelectorAll<Campo>(CAMPOS)];
  for (const { i, valor } of valores) {
    const campo = campos[i];
    if (campo) put(campo, valor);
  }
  if (foco) refocus([...root.querySelectorAll<HTMLElement>(FOCAVEIS)][foco.i], foco);
  if (enviado !== null) [...root.querySelectorAll("form")][enviado]?.requestSubmit();
}

/**
 * The element that the user focused; null for an untouched autofocus, which the application sets itself.
 */
function focusedBySomebody(): Element | null {
  const ativo = document.activeElement;
  const untouched = ativo instanceof HTMLInputElement && ativo.autofocus && changedOf(ativo) === null;
  return untouched ? null : ativo;
}

/** @returns null when the field is unchanged */
function changedOf(campo: Campo): string | boolean | null {
  if (campo instanceof HTMLSelectElement) {
    const first = [...campo.options].find(({ defaultSelected }) => defaultSelected) ?? campo.options[0];
    return campo.value === first?.value ? null : campo.value;
  }
  if (campo instanceof HTMLInputElement && (campo.type === "checkbox" || campo.type === "radio")) {
    return campo.checked === campo.defaultChecked ? null : campo.checked;
  }
  return campo.value === campo.defaultValue ? null : campo.value;
}

function put(campo: Campo, valor: string | boolean): void {
  if (typeof valor === "boolean") {
    if (campo instanceof HTMLInputElement && campo.checked !== valor) campo.click();
    return;
  }
  // React replaces the setter on the element; the prototype's own setter makes it notice the change.
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(campo), "value");
  own?.set?.call(campo, valor);
  campo.dispatchEvent(new Event(campo instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

function selectionOf(element: Element | null): { de: number | null; ate: number | null } {
  const typed = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return typed ? { de: element.selectionStart, ate: element.selectionEnd } : { de: null, ate: null };
}

function refocus(
  element: HTMLElement | undefined,
  { de, ate }: { de: number | null; ate: number | null },
): void {
  element?.focus({ preventScroll: true });
  const typed = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (typed && de !== null) element.setSelectionRange(de, ate);
}
