import { byId, call, dateTimeFormat, make, showRows, toastError } from "./dom.js";

const ADDRESS = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g;

/** Turns the addresses in a text into links, never from markup. */
function linkify(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const [href] = match;
    nodes.push(
      text.slice(end, match.index),
      make("a", { href, text: href, target: "_blank", rel: "noreferrer" }),
    );
    end = match.index + href.length;
  }
  return [...nodes, text.slice(end)];
}

let opened = null;

function showTab(aba) {
  for (const button of document.querySelectorAll("[data-aba]"))
    button.setAttribute("aria-pressed", String(button.dataset.aba === aba));
  const frame = byId("leitura-html");
  const pre = byId("leitura-texto");
  frame.hidden = aba !== "html";
  pre.hidden = aba === "html";
  if (aba === "html") frame.src = `/enviados/${opened.id}/html`;
  else if (aba === "texto") pre.replaceChildren(...linkify(opened.texto));
  else pre.replaceChildren(opened.original);
}

async function openSentEmail(id) {
  opened = await call("GET", `/enviados/${id}`);
  const { assunto, de, para, recebidoEm, temHtml, texto } = opened;
  byId("leitura-assunto").textContent = assunto || "(sem assunto)";
  byId("leitura-partes").textContent =
    `De ${de} para ${para.join(", ")}, em ${dateTimeFormat.format(new Date(recebidoEm))}`;
  document.querySelector('[data-aba="html"]').hidden = !temHtml;
  document.querySelector('[data-aba="texto"]').hidden = !texto;
  showTab(temHtml ? "html" : texto ? "texto" : "original");
  byId("leitura").showModal();
}

let last = "";

export function showSentEmails(enviados) {
  // Rows contain buttons: rebuilding them only after a change keeps the focus.
  const now = JSON.stringify(enviados);
  if (now === last) return;
  last = now;
  const linhas = enviados.map(({ id, assunto, para, recebidoEm }) => {
    const open = make("button", { type: "button", className: "elo corta", text: assunto || "(sem assunto)" });
    open.addEventListener("click", () => openSentEmail(id).catch(toastError));
    const quem = make("span", { className: "corta fixa-fim", text: para.join(", ") });
    const when = make("span", { className: "fixa", text: dateTimeFormat.format(new Date(recebidoEm)) });
    return make("li", { children: [make("div", { className: "dupla", children: [open, quem] }), when] });
  });
  showRows("enviados", linhas, "O Malote ainda não enviou nenhum e-mail.");
}

export function openSentEmails() {
  for (const button of document.querySelectorAll("[data-aba]"))
    button.addEventListener("click", () => showTab(button.dataset.aba));
  byId("leitura").addEventListener("close", () => {
    byId("leitura-html").src = "about:blank";
  });
}
