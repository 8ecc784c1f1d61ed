import {
  act,
  byId,
  call,
  formatSize,
  integerFormat,
  make,
  makeCopyButton,
  post,
  showFacts,
  showRows,
  showSelect,
  toast,
  toastError,
} from "./dom.js";

const FAULTS = [
  ["", [["nenhuma", "nenhuma"]]],
  [
    "A conexão",
    [
      ["fora-do-ar", "fora do ar"],
      ["travar", "trava"],
      ["recusar-senha", "recusa a senha"],
      ["token-vencido", "recusa o token"],
      ["sem-starttls", "não oferece STARTTLS"],
      ["injetar-no-starttls", "injeta bytes antes do TLS"],
    ],
  ],
  [
    "A mensagem",
    [
      ["cair-no-retr", "cai"],
      ["parar-no-meio", "para"],
      ["resetar-no-meio", "cai com reset"],
      ["gotejar", "chega aos poucos"],
      ["recusar-mensagem", "recusa a mensagem (-ERR, NO)"],
      ["tamanho-errado", "informa tamanhos errados"],
    ],
  ],
  [
    "Identificação no POP3",
    [
      ["sem-uidl", "sem UIDL"],
      ["uidl-repetido", "UIDL repetido"],
      ["uidl-renumerado", "UIDL é o número da mensagem"],
    ],
  ],
  [
    "O que o IMAP não oferece",
    [
      ["sem-uidplus", "sem UIDPLUS"],
      ["sem-idle", "sem IDLE"],
    ],
  ],
];
const FAULT_TEXTS = new Map(FAULTS.flatMap(([, falhas]) => falhas));
const WITH_POSITION = new Set(["cair-no-retr", "parar-no-meio", "resetar-no-meio"]);
const OAUTH_FAULTS = [
  ["nenhuma", "funciona"],
  ["recusar", "recusa (invalid_grant)"],
  ["fora-do-ar", "fora do ar (503)"],
  ["sem-resposta", "não responde"],
];
const FINGERPRINT = /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/;
const TYPE_TEXTS = {
  pop3: "POP3",
  "pop3-starttls": "POP3 com STARTTLS",
  spop3: "POP3 com TLS",
  imap: "IMAP",
  "imap-starttls": "IMAP com STARTTLS",
  imaps: "IMAP com TLS",
};
const PROTECTION_TEXTS = {
  nenhuma: "sem proteção",
  certificado: "da AC de teste",
  "auto-assinado": "autoassinado",
};

function count(n, um, varios) {
  return `${integerFormat.format(n)} ${n === 1 ? um : varios}`;
}

export function showMail(correio) {
  const { pop3, imap, oauth } = correio;
  showFaults(correio);
  const servidor = ({ porta, contadores }) =>
    `127.0.0.1:${porta} · ${count(contadores.conexoes, "conexão", "conexões")} · ${count(contadores.retiradas, "mensagem", "mensagens")}`;
  showFacts("correio", [
    ["POP3", servidor(pop3)],
    ["IMAP", servidor(imap)],
    ["SMTP", `127.0.0.1:${correio.smtp}`],
    ["Tokens emitidos", integerFormat.format(oauth.contadores.emitidos)],
    ["Na caixa", `${count(correio.mensagens, "mensagem", "mensagens")}, ${formatSize(correio.bytes)}`],
    ["UIDVALIDITY", correio.uidValidity],
  ]);
  const linhas = correio.ultimas.map(({ assunto, tamanho }) =>
    make("li", {
      children: [
        make("span", { className: "corta", text: assunto || "(sem assunto)" }),
        make("span", { className: "fixa", text: formatSize(tamanho) }),
      ],
    }),
  );
  showRows("caixa", linhas, "A caixa está vazia.");
  showSelect("pasta", {
    valor: byId("pasta").value || "INBOX",
    opcoes: correio.pastas.map(({ nome }) => [nome, nome]),
  });
}

function showFaults({ pop3, imap, oauth }) {
  const active = [
    ["POP3", pop3.falha],
    ["IMAP", imap.falha],
  ].filter(([, falha]) => falha !== "nenhuma");
  byId("correio-falha").hidden = active.length === 0;
  byId("correio-falha-texto").textContent = active
    .map(([nome, falha]) => `${nome}: ${FAULT_TEXTS.get(falha) ?? falha}`)
    .join(" · ");
  const emissor = showSelect("falha-oauth", { valor: oauth.falha, opcoes: OAUTH_FAULTS });
  emissor.classList.toggle("ligada", oauth.falha !== "nenhuma");
  const validade = byId("validade");
  if (document.activeElement !== validade) validade.value = String(oauth.validadeMs);
}

function fillFaults() {
  const groups = FAULTS.map(([label, falhas]) => {
    const options = falhas.map(([value, text]) => make("option", { value, text }));
    return label ? [make("optgroup", { label, children: options })] : options;
  });
  byId("falha-correio").append(...groups.flat());
}

function showPosition() {
  const hasPosition = WITH_POSITION.has(byId("falha-correio").value);
  byId("onde").hidden = !hasPosition;
  byId("n").hidden = !hasPosition || byId("falha-onde").value !== "byte";
}

/** Reads the fault from the form. */
function readFault() {
  const falha = byId("falha-correio").value;
  const protocolo = byId("falha-protocolo").value;
  const onde = byId("falha-onde").value;
  const vezes = byId("falha-vezes").value;
  const byte = onde === "byte" ? byId("falha-byte").valueAsNumber : onde;
  return {
    falha,
    ...(protocolo ? { protocolo } : {}),
    ...(WITH_POSITION.has(falha) && onde !== "meio" ? { byte } : {}),
    ...(vezes ? { vezes: Number(vezes) } : {}),
  };
}

/** Allows line breaks between the pairs of a fingerprint. */
function breakable(valor) {
  if (!FINGERPRINT.test(valor)) return [valor];
  return valor.split(/(?<=:)/).flatMap((par) => [par, make("wbr")]);
}

function showData(id, dados) {
  const rows = dados.map(([nome, valor]) =>
    make("div", {
      children: [
        make("dt", { text: nome }),
        make("dd", {
          children: [
            make("span", { className: "dado", children: breakable(valor) }),
            makeCopyButton(nome, valor),
          ],
        }),
      ],
    }),
  );
  byId(id).replaceChildren(...rows);
}

function makePortRow({ tipo, porta, protecao }) {
  const nome = `porta de ${TYPE_TEXTS[tipo]}, ${PROTECTION_TEXTS[protecao]}`;
  const numero = make("span", { className: "dado", text: String(porta) });
  return make("tr", {
    children: [
      make("td", { text: TYPE_TEXTS[tipo] }),
      make("td", { text: PROTECTION_TEXTS[protecao] }),
      make("td", { children: [numero, " ", makeCopyButton(nome, String(porta))] }),
    ],
  });
}

/** Shows the settings to connect a mailbox; they do not change while the sandbox runs. */
async function showConnections() {
  const { servidor, usuario, senha, pastas, portas, impressao, oauth } = await call("GET", "/conexoes");
  byId("portas").replaceChildren(...portas.map(makePortRow));
  showData("conexoes", [
    ["Servidor", servidor],
    ["Usuário", usuario],
    ["Senha", senha],
    ...pastas.slice(1).map((pasta) => ["Outra pasta", pasta]),
    ["Impressão do autoassinado", impressao],
  ]);
  showData("conexoes-oauth", [
    ["Endereço de tokens", oauth.tokenUrl],
    ["Client ID", oauth.clientId],
    ["Client secret", oauth.clientSecret],
    ["Refresh token", oauth.refreshToken],
    ["Escopo", oauth.escopo],
  ]);
}

export function openMail() {
  fillFaults();
  showPosition();
  byId("falha-correio").addEventListener("change", showPosition);
  byId("falha-onde").addEventListener("change", showPosition);
  byId("falhas").addEventListener("submit", (event) => {
    event.preventDefault();
    void act(event.submitter, () => post("/correio/falha", readFault()));
  });
  byId("sem-falha").addEventListener("click", ({ target }) =>
    act(target, () => post("/correio/falha", { falha: "nenhuma" })),
  );
  byId("falha-oauth").addEventListener("change", ({ target }) =>
    act(null, () => post("/oauth", { falha: target.value })),
  );
  byId("validade").addEventListener("change", ({ target }) =>
    act(null, () => post("/oauth", { validadeMs: Number(target.value) })),
  );
  byId("reconstruir").addEventListener("click", ({ target }) =>
    act(target, async () => {
      const { uidValidity } = await call("POST", "/correio/reconstruir");
      toast("Caixa reconstruída", [
        make("p", { text: `UIDVALIDITY ${uidValidity}, e um UIDL novo por mensagem.` }),
      ]);
    }),
  );
  showConnections().catch(toastError);
}
