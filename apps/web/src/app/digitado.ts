type Campo = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a person did in a form before the application was there. */
export type Digitado = {
  valores: { i: number; valor: string | boolean }[];
  foco: { i: number; de: number | null; ate: number | null } | null;
  /** The form that was sent; nothing left, and it is sent again. */
  enviado: number | null;
};

const CAMPOS = "input, textarea, select";
const FOCAVEIS = `${CAMPOS}, a[href], button, summary`;

/** A finger or key that never comes up must not keep the application away, in ms. */
const SOLTA_MS = 3_000;
/** Between two looks at what is pressed, in ms. */
const OLHA_MS = 20;

/** Waits while something is being pressed: a click is only one where it goes down and comes up on the same element. */
export async function untilSolta(root: HTMLElement): Promise<void> {
  const end = performance.now() + SOLTA_MS;
  while (root.matches(":active") && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, OLHA_MS));
  }
}

/** Reads what was typed, ticked, focused and sent. */
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

/** Does it again in the form that the application drew: field by field, as a person would. */
export function digitarDeNovo(root: HTMLElement, { valores, foco, enviado }: Digitado): void {
  const campos = [...root.querySelectorAll<Campo>(CAMPOS)];
  for (const { i, valor } of valores) {
    const campo = campos[i];
    if (campo) put(campo, valor);
  }
  if (foco) refocus([...root.querySelectorAll<HTMLElement>(FOCAVEIS)][foco.i], foco);
  if (enviado !== null) [...root.querySelectorAll("form")][enviado]?.requestSubmit();
}

/** Where a person put the focus; where the page put it itself, the application knows better. */
function focusedBySomebody(): Element | null {
  const ativo = document.activeElement;
  const untouched = ativo instanceof HTMLInputElement && ativo.autofocus && changedOf(ativo) === null;
  return untouched ? null : ativo;
}

/** @returns null where nothing was done */
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
  // React knows a change by the element's own setter, which it has replaced on the field itself.
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
