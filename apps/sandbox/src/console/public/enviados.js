import { byId, call, dataHora, make, showLinhas, toastError } from "./dom.js";

const ENDERECO = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g;

/** Turns the addresses in a text into links, never from markup. */
function linkify(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(ENDERECO)) {
    const [href] = match;
    nodes.push(
      text.slice(end, match.index),
      make("a", { href, text: href, target: "_blank", rel: "noreferrer" }),
    );
    end = match.index + href.length;
  }
  return [...nodes, text.slice(end)];
}

let aberto = null;

function showAba(aba) {
  for (const button of document.querySelectorAll("[data-aba]"))
    button.setAttribute("aria-pressed", String(button.dataset.aba === aba));
  const frame = byId("leitura-html");
  const pre = byId("leitura-texto");
  frame.hidden = aba !== "html";
  pre.hidden = aba === "html";
  if (aba === "html") frame.src = `/enviados/${aberto.id}/html`;
  else if (aba === "texto") pre.replaceChildren(...linkify(aberto.texto));
  else pre.replaceChildren(aberto.original);
}

async function openEnviado(id) {
  aberto = await call("GET", `/enviados/${id}`);
  const { assunto, de, para, recebidoEm, temHtml, texto } = aberto;
  byId("leitura-assunto").textContent = assunto || "(sem assunto)";
  byId("leitura-partes").textContent =
    `De ${de} para ${para.join(", ")}, em ${dataHora.format(new Date(recebidoEm))}`;
  document.querySelector('[data-aba="html"]').hidden = !temHtml;
  document.querySelector('[data-aba="texto"]').hidden = !texto;
  showAba(temHtml ? "html" : texto ? "texto" : "original");
  byId("leitura").showModal();
}

let last = "";

export function showEnviados(enviados) {
  // Rows contain buttons: rebuilding them only after a change keeps the focus.
  const now = JSON.stringify(enviados);
  if (now === last) return;
  last = now;
  const linhas = enviados.map(({ id, assunto, para, recebidoEm }) => {
    const open = make("button", { type: "button", className: "elo corta", text: assunto || "(sem assunto)" });
    open.addEventListener("click", () => openEnviado(id).catch(toastError));
    const quem = make("span", { className: "corta fixa-fim", text: para.join(", ") });
    const when = make("span", { className: "fixa", text: dataHora.format(new Date(recebidoEm)) });
    return make("li", { children: [make("div", { className: "dupla", children: [open, quem] }), when] });
  });
  showLinhas("enviados", linhas, "O Malote ainda não enviou nenhum e-mail.");
}

export function openEnviados() {
  for (const button of document.querySelectorAll("[data-aba]"))
    button.addEventListener("click", () => showAba(button.dataset.aba));
  byId("leitura").addEventListener("close", () => {
    byId("leitura-html").src = "about:blank";
  });
}
