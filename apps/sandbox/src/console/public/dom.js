const TOAST_MS = 9_000;
const COPIED_MS = 1_600;

export const integerFormat = new Intl.NumberFormat("pt-BR");
export const dateTimeFormat = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeStyle: "medium" });

export function byId(id) {
  return document.getElementById(id);
}

/** Creates an element with text, classes and children, never from markup. */
export function make(tag, { text, className, children = [], ...properties } = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

export function formatSize(bytes) {
  if (bytes < 1024) return `${integerFormat.format(bytes)} B`;
  if (bytes < 1024 * 1024) return `${integerFormat.format(Math.round(bytes / 1024))} KB`;
  return `${integerFormat.format(Math.round(bytes / 104_857.6) / 10)} MB`;
}

export async function call(method, url, body, type) {
  const headers = type ? { "Content-Type": type } : {};
  const response = await fetch(url, { method, headers, body });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.mensagem ?? "O console não respondeu como devia.");
  return answer;
}

export function post(url, value) {
  return call("POST", url, JSON.stringify(value), "application/json");
}

export function toast(titulo, linhas, falhou = false) {
  const children = [make("h3", { text: titulo }), ...linhas];
  const aviso = make("div", { className: falhou ? "aviso falhou" : "aviso", children });
  byId("avisos").append(aviso);
  setTimeout(() => aviso.remove(), TOAST_MS);
}

export function toastError(error) {
  const text = error instanceof TypeError ? "O sandbox não responde. Ele ainda está no ar?" : error.message;
  toast("Não deu certo", [make("p", { text })], true);
}

/** Runs an action with its button disabled, then triggers a refresh of the state. */
export async function act(button, action) {
  if (button) button.disabled = true;
  try {
    await action();
    document.dispatchEvent(new Event("mudou"));
  } catch (error) {
    toastError(error);
  } finally {
    if (button) button.disabled = false;
  }
}

/** Shows a list of `[name, value, isBad?]`. */
export function showFacts(id, fatos) {
  const nodes = fatos.flatMap(([nome, valor, ruim = false]) => [
    make("dt", { text: nome }),
    make("dd", { text: String(valor), className: ruim ? "cancelada" : "" }),
  ]);
  byId(id).replaceChildren(...nodes);
}

export function showRows(id, linhas, vazia) {
  const rows = linhas.length > 0 ? linhas : [make("li", { className: "vazia", text: vazia })];
  byId(id).replaceChildren(...rows);
}

/** Fills a select once; its value follows the state unless the user has it in focus. */
export function showSelect(id, { valor, opcoes }) {
  const select = byId(id);
  if (select.childElementCount === 0)
    select.append(...opcoes.map(([value, text]) => make("option", { value, text })));
  if (document.activeElement !== select) select.value = valor;
  return select;
}

export function makeCopyButton(nome, valor) {
  const button = make("button", { type: "button", className: "elo", text: "Copiar" });
  button.setAttribute("aria-label", `Copiar: ${nome}`);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(valor);
      button.textContent = "Copiado";
      setTimeout(() => {
        button.textContent = "Copiar";
      }, COPIED_MS);
    } catch {
      toastError(new Error("O navegador não permitiu copiar: selecione o texto e copie."));
    }
  });
  return button;
}
