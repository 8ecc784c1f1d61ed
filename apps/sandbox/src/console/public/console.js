import {
  act,
  byId,
  call,
  dateTimeFormat,
  formatSize,
  integerFormat,
  make,
  post,
  toast,
  toastError,
} from "./dom.js";
import { openMail, showMail } from "./mail.js";
import { formatChave, openSefaz, showSefaz } from "./sefaz.js";
import { openSentEmails, showSentEmails } from "./sent-emails.js";

const REFRESH_MS = 2_000;

async function playScenario({ nome, titulo }) {
  const { chaves } = await call("POST", `/cenarios/${encodeURIComponent(nome)}`);
  const linhas = chaves.map((chave) => make("p", { className: "chave", text: formatChave(chave) }));
  toast(titulo, linhas.length > 0 ? linhas : [make("p", { text: "E-mail na caixa, sem documento fiscal." })]);
}

function showScenarios(cenarios) {
  const list = byId("cenarios");
  if (list.childElementCount > 0) return;
  const rows = cenarios.map((cenario) => {
    const button = make("button", { type: "button", className: "tocar", text: "Enviar" });
    button.setAttribute("aria-label", `Enviar: ${cenario.titulo}`);
    button.addEventListener("click", () => act(button, () => playScenario(cenario)));
    const words = [
      make("h3", { text: cenario.titulo }),
      make("code", { className: "apelido", text: cenario.nome }),
      make("p", { text: cenario.descricao }),
    ];
    return make("li", { children: [make("div", { children: words }), button] });
  });
  list.append(...rows);
}

/** Formats a shift as "+3 d 1 h", without zero parts. */
function formatShift(horas) {
  const wholeHours = Math.abs(Math.trunc(horas));
  const dias = Math.floor(wholeHours / 24);
  const resto = dias > 0 ? wholeHours % 24 : Math.abs(horas);
  const partes = [
    dias > 0 ? `${integerFormat.format(dias)} d` : "",
    resto ? `${integerFormat.format(resto)} h` : "",
  ];
  return `${horas > 0 ? "+" : "−"}${partes.filter(Boolean).join(" ")}`;
}

function showLiveMail({ ligado, enviados }) {
  byId("correio-vivo").checked = ligado;
  byId("correio-vivo-texto").textContent = ligado
    ? `Um e-mail chega sozinho a cada 20 segundos, mais ou menos. Já chegaram ${integerFormat.format(enviados)}.`
    : "Nenhum e-mail chega sozinho.";
}

async function refresh() {
  const estado = await call("GET", "/estado");
  byId("agora").textContent = dateTimeFormat.format(new Date(estado.relogio.agora));
  const horas = Math.round(estado.relogio.deslocamentoMs / 360_000) / 10;
  byId("deslocamento").textContent = horas ? `(${formatShift(horas)})` : "";
  showScenarios(estado.cenarios);
  showLiveMail(estado.correioVivo);
  showSefaz(estado.sefaz);
  showMail(estado.correio);
  showSentEmails(estado.enviados);
}

openMail();
openSentEmails();
openSefaz();

for (const button of document.querySelectorAll("button[data-avancar]")) {
  const { avancar } = button.dataset;
  const avancarMs = avancar === "volta" ? null : Number(avancar);
  button.addEventListener("click", () => act(button, () => post("/relogio", { avancarMs })));
}

byId("correio-vivo").addEventListener("change", ({ target }) =>
  act(target, () => post("/correio-vivo", { ligado: target.checked })),
);

byId("crua").addEventListener("submit", (event) => {
  event.preventDefault();
  const [arquivo] = byId("arquivo").files;
  const texto = byId("texto").value.replace(/\r?\n/g, "\r\n");
  void act(event.submitter, async () => {
    const pasta = encodeURIComponent(byId("pasta").value);
    const { tamanho } = await call("POST", `/emails?pasta=${pasta}`, arquivo ?? texto, "message/rfc822");
    event.target.reset();
    byId("arquivo-nome").textContent = "";
    toast("Mensagem na caixa", [make("p", { text: formatSize(tamanho) })]);
  });
});

byId("arquivo").addEventListener("change", ({ target }) => {
  byId("arquivo-nome").textContent = target.files[0]?.name ?? "";
});

document.addEventListener("mudou", () => refresh().catch(toastError));

refresh().catch(toastError);
setInterval(() => {
  // A stopped sandbox is reported on a user action, not every two seconds.
  if (!document.hidden) refresh().catch(() => undefined);
}, REFRESH_MS);
