const REFRESH_MS = 2_000;
const TOAST_MS = 9_000;

const FALHAS = {
  nenhuma: "nenhuma",
  "fora-do-ar": "fora do ar",
  "sem-resposta": "não responde",
  "html-500": "erro 500 em HTML",
  "soap-fault": "SOAP fault",
  lenta: "lenta (4 s)",
  "recusar-senha": "recusa a senha",
  travar: "trava",
  "cair-no-retr": "cai no meio da mensagem",
};

const inteiro = new Intl.NumberFormat("pt-BR");
const dataHora = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeStyle: "medium" });

function byId(id) {
  return document.getElementById(id);
}

/** An element with its text, classes and children; never from markup. */
function make(tag, { text, className, children = [], ...properties } = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

function formatTamanho(bytes) {
  if (bytes < 1024) return `${inteiro.format(bytes)} B`;
  if (bytes < 1024 * 1024) return `${inteiro.format(Math.round(bytes / 1024))} KB`;
  return `${inteiro.format(Math.round(bytes / 104_857.6) / 10)} MB`;
}

function formatChave(chave) {
  return chave.replace(/(.{4})(?=.)/g, "$1 ");
}

async function call(method, url, body, type) {
  const headers = type ? { "Content-Type": type } : {};
  const response = await fetch(url, { method, headers, body });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.mensagem ?? "O console não respondeu como devia.");
  return answer;
}

function post(url, value) {
  return call("POST", url, JSON.stringify(value), "application/json");
}

function toast(titulo, linhas, falhou = false) {
  const children = [make("h3", { text: titulo }), ...linhas];
  const aviso = make("div", { className: falhou ? "aviso falhou" : "aviso", children });
  byId("avisos").append(aviso);
  setTimeout(() => aviso.remove(), TOAST_MS);
}

function toastError(error) {
  const text = error instanceof TypeError ? "O sandbox não responde. Ele ainda está no ar?" : error.message;
  toast("Não deu certo", [make("p", { text })], true);
}

/** Runs an action with its button disabled, then shows the new state. */
async function act(button, action) {
  if (button) button.disabled = true;
  try {
    await action();
    await refresh();
  } catch (error) {
    toastError(error);
  } finally {
    if (button) button.disabled = false;
  }
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

function showFatos(id, fatos) {
  const nodes = fatos.flatMap(([nome, valor]) => [
    make("dt", { text: nome }),
    make("dd", { text: String(valor) }),
  ]);
  byId(id).replaceChildren(...nodes);
}

function showLinhas(id, linhas, vazia) {
  const rows = linhas.length > 0 ? linhas : [make("li", { className: "vazia", text: vazia })];
  byId(id).replaceChildren(...rows);
}

function showFalha(id, { falha, falhas }) {
  const select = byId(id);
  if (select.childElementCount === 0) {
    select.append(...falhas.map((value) => make("option", { value, text: FALHAS[value] ?? value })));
  }
  if (document.activeElement !== select) select.value = falha;
  select.classList.toggle("ligada", falha !== "nenhuma");
}

function showSefaz(sefaz) {
  const { contadores, livro } = sefaz;
  showFalha("falha-sefaz", sefaz);
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

function showCorreio(correio) {
  showFalha("falha-correio", correio);
  showFatos("correio", [
    ["POP3", `127.0.0.1:${correio.porta}`],
    ["SMTP", `127.0.0.1:${correio.smtp}`],
    ["Na caixa", `${inteiro.format(correio.mensagens)} mensagens, ${formatTamanho(correio.bytes)}`],
    ["Conexões", inteiro.format(correio.contadores.conexoes)],
    ["Mensagens retiradas", inteiro.format(correio.contadores.retiradas)],
  ]);
  const linhas = correio.ultimas.map(({ assunto, tamanho }) =>
    make("li", {
      children: [
        make("span", { className: "corta", text: assunto || "(sem assunto)" }),
        make("span", { className: "fixa", text: formatTamanho(tamanho) }),
      ],
    }),
  );
  showLinhas("caixa", linhas, "A caixa está vazia.");
}

async function openEnviado(id) {
  const enviado = await call("GET", `/enviados/${id}`);
  byId("leitura-assunto").textContent = enviado.assunto || "(sem assunto)";
  byId("leitura-partes").textContent = `De ${enviado.de} para ${enviado.para.join(", ")}`;
  byId("leitura-texto").textContent = enviado.texto || enviado.original;
  byId("leitura").showModal();
}

function showEnviados(enviados) {
  const linhas = enviados.map(({ id, assunto, para, recebidoEm }) => {
    const open = make("button", { type: "button", className: "elo corta", text: assunto || "(sem assunto)" });
    open.addEventListener("click", () => openEnviado(id).catch(toastError));
    const when = make("span", { className: "fixa", text: dataHora.format(new Date(recebidoEm)) });
    when.title = para.join(", ");
    return make("li", { children: [open, when] });
  });
  showLinhas("enviados", linhas, "O Malote ainda não enviou nenhum e-mail.");
}

let lastEnviados = "";

async function refresh() {
  const estado = await call("GET", "/estado");
  byId("agora").textContent = dataHora.format(new Date(estado.relogio.agora));
  const horas = Math.round(estado.relogio.deslocamentoMs / 360_000) / 10;
  byId("deslocamento").textContent = horas ? `(${horas > 0 ? "+" : ""}${inteiro.format(horas)} h)` : "";
  showCenarios(estado.cenarios);
  showSefaz(estado.sefaz);
  showCorreio(estado.correio);
  // Rows that hold buttons are rebuilt only when they changed, so that focus stays where it is.
  const enviados = JSON.stringify(estado.enviados);
  if (enviados !== lastEnviados) showEnviados(estado.enviados);
  lastEnviados = enviados;
}

for (const select of document.querySelectorAll("select[data-falha]")) {
  select.addEventListener("change", () =>
    act(null, () => post(`/${select.dataset.falha}/falha`, { falha: select.value })),
  );
}

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
    const { tamanho } = await call("POST", "/emails", arquivo ?? texto, "message/rfc822");
    event.target.reset();
    byId("arquivo-nome").textContent = "";
    toast("Mensagem na caixa", [make("p", { text: formatTamanho(tamanho) })]);
  });
});

byId("arquivo").addEventListener("change", ({ target }) => {
  byId("arquivo-nome").textContent = target.files[0]?.name ?? "";
});

refresh().catch(toastError);
setInterval(() => {
  // A stopped sandbox is said when something is asked of it, not every two seconds.
  if (!document.hidden) refresh().catch(() => undefined);
}, REFRESH_MS);
