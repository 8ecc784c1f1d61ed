import { openCorreio, showCorreio } from "./correio.js";
import {
  act,
  byId,
  call,
  dataHora,
  formatTamanho,
  inteiro,
  make,
  post,
  showEscolha,
  showFatos,
  showLinhas,
  toast,
  toastError,
} from "./dom.js";
import { openEnviados, showEnviados } from "./enviados.js";

const REFRESH_MS = 2_000;

const FALHAS_SEFAZ = [
  ["nenhuma", "nenhuma"],
  ["fora-do-ar", "fora do ar"],
  ["sem-resposta", "não responde"],
  ["html-500", "erro 500 em HTML"],
  ["soap-fault", "SOAP fault"],
  ["lenta", "lenta (4 s)"],
];

function formatChave(chave) {
  return chave.replace(/(.{4})(?=.)/g, "$1 ");
}

async function playCenario({ nome, titulo }) {
  const { chaves } = await call("POST", `/cenarios/${encodeURIComponent(nome)}`);
  const linhas = chaves.map((chave) => make("p", { className: "chave", text: formatChave(chave) }));
  toast(titulo, linhas.length > 0 ? linhas : [make("p", { text: "E-mail na caixa, sem documento fiscal." })]);
}

function showCenarios(cenarios) {
  const list = byId("cenarios");
  if (list.childElementCount > 0) return;
  const rows = cenarios.map((cenario) => {
    const button = make("button", { type: "button", className: "tocar", text: "Enviar" });
    button.setAttribute("aria-label", `Enviar: ${cenario.titulo}`);
    button.addEventListener("click", () => act(button, () => playCenario(cenario)));
    const words = [
      make("h3", { text: cenario.titulo }),
      make("code", { className: "apelido", text: cenario.nome }),
      make("p", { text: cenario.descricao }),
    ];
    return make("li", { children: [make("div", { children: words }), button] });
  });
  list.append(...rows);
}

function showSefaz(sefaz) {
  const { contadores, livro } = sefaz;
  const falha = showEscolha("falha-sefaz", { valor: sefaz.falha, opcoes: FALHAS_SEFAZ });
  falha.classList.toggle("ligada", sefaz.falha !== "nenhuma");
  const porCStat = Object.entries(contadores.porCStat).map(
    ([cStat, vezes]) => `${cStat}: ${inteiro.format(vezes)}`,
  );
  showFatos("sefaz", [
    ["Endereço", sefaz.url],
    ["Documentos no livro", `${inteiro.format(livro.notas)}, ${inteiro.format(livro.canceladas)} cancelados`],
    ["Consultas", inteiro.format(contadores.consultas)],
    ["Status do serviço", inteiro.format(contadores.status)],
    ["Respostas por cStat", porCStat.join(" · ") || "–"],
    ["Consumo indevido (656)", inteiro.format(contadores.consumoIndevido)],
    ["Sem certificado da casa", inteiro.format(contadores.recusasTls)],
  ]);
  const linhas = sefaz.ultimas.map(({ chaveAcesso, situacao }) =>
    make("li", {
      children: [
        make("span", { className: "chave", text: formatChave(chaveAcesso) }),
        make("span", { className: `fixa ${situacao}`, text: situacao }),
      ],
    }),
  );
  showLinhas("livro", linhas, "Nenhuma nota autorizada ainda.");
}

async function refresh() {
  const estado = await call("GET", "/estado");
  byId("agora").textContent = dataHora.format(new Date(estado.relogio.agora));
  const horas = Math.round(estado.relogio.deslocamentoMs / 360_000) / 10;
  byId("deslocamento").textContent = horas ? `(${horas > 0 ? "+" : ""}${inteiro.format(horas)} h)` : "";
  showCenarios(estado.cenarios);
  showSefaz(estado.sefaz);
  showCorreio(estado.correio);
  showEnviados(estado.enviados);
}

openCorreio();
openEnviados();

byId("falha-sefaz").addEventListener("change", ({ target }) =>
  act(null, () => post("/sefaz/falha", { falha: target.value })),
);

for (const button of document.querySelectorAll("button[data-avancar]")) {
  const { avancar } = button.dataset;
  const avancarMs = avancar === "volta" ? null : Number(avancar);
  button.addEventListener("click", () => act(button, () => post("/relogio", { avancarMs })));
}

byId("crua").addEventListener("submit", (event) => {
  event.preventDefault();
  const [arquivo] = byId("arquivo").files;
  const texto = byId("texto").value.replace(/\r?\n/g, "\r\n");
  void act(event.submitter, async () => {
    const pasta = encodeURIComponent(byId("pasta").value);
    const { tamanho } = await call("POST", `/emails?pasta=${pasta}`, arquivo ?? texto, "message/rfc822");
    event.target.reset();
    byId("arquivo-nome").textContent = "";
    toast("Mensagem na caixa", [make("p", { text: formatTamanho(tamanho) })]);
  });
});

byId("arquivo").addEventListener("change", ({ target }) => {
  byId("arquivo-nome").textContent = target.files[0]?.name ?? "";
});

document.addEventListener("mudou", () => refresh().catch(toastError));

refresh().catch(toastError);
setInterval(() => {
  // A stopped sandbox is said when something is asked of it, not every two seconds.
  if (!document.hidden) refresh().catch(() => undefined);
}, REFRESH_MS);
