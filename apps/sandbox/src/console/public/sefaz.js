import {
  act,
  byId,
  dateTimeFormat,
  integerFormat,
  make,
  post,
  showFacts,
  showRows,
  showSelect,
} from "./dom.js";

const FAULTS = [
  ["nenhuma", "nenhuma"],
  ["fora-do-ar", "parada (108)"],
  ["sem-previsao", "parada sem previsão (109)"],
  ["sem-resposta", "não responde"],
  ["lenta", "lenta (4 s)"],
  ["gotejamento", "responde aos poucos (10 s)"],
  ["conexao-cortada", "corta a conexão"],
  ["resposta-perdida", "perde a resposta"],
  ["http-403", "HTTP 403"],
  ["http-500", "HTTP 500"],
  ["html-500", "erro 500 em HTML"],
  ["html-200", "HTML em vez de XML"],
  ["charset-errado", "outra codificação"],
  ["soap-fault", "SOAP fault"],
];
const FAULT_TEXTS = new Map(FAULTS);
const MIXTURES = [
  ["fora-do-ar,sem-resposta,conexao-cortada,http-500,html-200,soap-fault", "de tudo um pouco"],
  ...FAULTS.filter(([falha]) => falha !== "nenhuma"),
];
const RULE_TEXTS = {
  mesmaChave: "Mesma chave, mais de 10 vezes por hora",
  bloqueado: "Consultas durante o bloqueio",
  distribuicaoAntesDaHora: "Distribuição antes de 1 hora",
  nsuForaDeSequencia: "NSU fora de sequência",
  consultasPontuais: "Mais de 20 consultas por NSU ou chave na hora",
  statusSeguido: "Status antes de 3 minutos",
  eventoRejeitado: "O mesmo evento, rejeitado 20 vezes",
  chaveVelha: "Chave de mais de 180 dias",
};
const MIXTURE_SEED = 1;

export function formatChave(chave) {
  return chave.replace(/(.{4})(?=.)/g, "$1 ");
}

export function showSefaz(sefaz) {
  const { contadores, livro } = sefaz;
  const falha = showSelect("falha-sefaz", { valor: sefaz.falha, opcoes: FAULTS });
  falha.classList.toggle("ligada", sefaz.falha !== "nenhuma");
  showMixtures(sefaz.misturas);
  showBlocks(sefaz.bloqueios);
  const porCStat = Object.entries(contadores.porCStat).map(
    ([cStat, vezes]) => `${cStat}: ${integerFormat.format(vezes)}`,
  );
  showFacts("sefaz", [
    ["Endereço", sefaz.url],
    [
      "Documentos autorizados",
      `${integerFormat.format(livro.notas)}, ${integerFormat.format(livro.canceladas)} cancelados`,
    ],
    ["Consultas", integerFormat.format(contadores.consultas)],
    ["Status do serviço", integerFormat.format(contadores.status)],
    ["Eventos recebidos", integerFormat.format(contadores.eventos)],
    ["Distribuições", integerFormat.format(contadores.distribuicoes)],
    ["Respostas por cStat", porCStat.join(" · ") || "–"],
    ["Falhas aplicadas", integerFormat.format(contadores.falhas)],
    ["Sem certificado da AC de teste", integerFormat.format(contadores.recusasTls)],
    [
      "Assinatura dos eventos",
      sefaz.confereAssinatura ? "conferida pelo xmlsec1" : "não conferida: falta o xmlsec1",
    ],
  ]);
  showLedger(sefaz.ultimas);
  showMisuses(contadores);
  showQueues(sefaz.filas);
}

function showMixtures(misturas) {
  byId("sefaz-misturas").hidden = misturas.length === 0;
  byId("sefaz-misturas-texto").textContent = misturas.map(describeMixture).join(" · ");
}

function describeMixture({ quais, proporcao, autorizador, servico, ate }) {
  const nomes =
    quais.length > 3 ? "de tudo um pouco" : quais.map((falha) => FAULT_TEXTS.get(falha) ?? falha).join(", ");
  const parte =
    proporcao === undefined || proporcao === 1 ? "" : `${integerFormat.format(proporcao * 100)} %`;
  const fim = ate ? `até ${dateTimeFormat.format(new Date(ate))}` : "";
  return [nomes, parte, autorizador ?? servico ?? "", fim].filter(Boolean).join(", ");
}

/** Shows one sentence per CNPJ: the authorizers that block it, and the end of the last block. */
function showBlocks(bloqueios) {
  byId("sefaz-bloqueios").hidden = bloqueios.length === 0;
  const cnpjs = [...new Set(bloqueios.map(({ cnpj }) => cnpj))];
  const textos = cnpjs.map((cnpj) => {
    const own = bloqueios.filter((bloqueio) => bloqueio.cnpj === cnpj);
    const ate = own
      .map((bloqueio) => bloqueio.ate)
      .sort()
      .at(-1);
    return `${cnpj} bloqueado até ${dateTimeFormat.format(new Date(ate))} (${own.map(({ autorizador }) => autorizador).join(", ")})`;
  });
  byId("sefaz-bloqueios-texto").textContent = textos.join(" · ");
}

function showLedger(ultimas) {
  const linhas = ultimas.map(({ chaveAcesso, situacao }) =>
    make("li", {
      children: [
        make("span", { className: "chave", text: formatChave(chaveAcesso) }),
        make("span", { className: `fixa ${situacao}`, text: situacao }),
      ],
    }),
  );
  showRows("livro", linhas, "Nenhuma nota autorizada ainda.");
}

function showMisuses({ indevidos, emParalelo }) {
  const regras = Object.entries(indevidos).map(([regra, vezes]) => [
    RULE_TEXTS[regra] ?? regra,
    integerFormat.format(vezes),
    vezes > 0,
  ]);
  const juntas = [
    "Máximo de consultas simultâneas da mesma chave",
    integerFormat.format(emParalelo),
    emParalelo > 1,
  ];
  showFacts("maneiras", [...regras, juntas]);
}

function showQueues(filas) {
  const linhas = filas.map(({ distribuidor, interessado, documentos, maxNsu }) =>
    make("li", {
      children: [
        make("span", {
          className: "corta",
          text: `${distribuidor === "NFe" ? "NF-e" : "CT-e"} · ${interessado}`,
        }),
        make("span", {
          className: "fixa",
          text: `${integerFormat.format(documentos)} ${documentos === 1 ? "documento" : "documentos"}, NSU até ${integerFormat.format(maxNsu)}`,
        }),
      ],
    }),
  );
  showRows("filas", linhas, "Nenhum documento distribuído ainda.");
}

export function openSefaz() {
  showSelect("mistura-quais", { valor: MIXTURES[0][0], opcoes: MIXTURES });
  byId("falha-sefaz").addEventListener("change", ({ target }) =>
    act(null, () => post("/sefaz/falha", { falha: target.value })),
  );
  byId("sem-misturas").addEventListener("click", ({ currentTarget }) =>
    act(currentTarget, () => post("/sefaz/falhas", { regras: [] })),
  );
  byId("perdoar").addEventListener("click", ({ currentTarget }) =>
    act(currentTarget, () => post("/sefaz/perdoar", {})),
  );
  byId("misturas").addEventListener("submit", (event) => {
    event.preventDefault();
    void act(event.submitter, () => post("/sefaz/falhas", { regras: [readMixture()] }));
  });
}

function readMixture() {
  const autorizador = byId("mistura-autorizador").value;
  const horas = byId("mistura-horas").value;
  return {
    quais: byId("mistura-quais").value.split(","),
    proporcao: Number(byId("mistura-proporcao").value),
    semente: MIXTURE_SEED,
    ...(autorizador && { autorizador }),
    ...(horas && { horas: Number(horas) }),
  };
}
