import { act, byId, dataHora, inteiro, make, post, showEscolha, showFatos, showLinhas } from "./dom.js";

const FALHAS = [
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
const TEXTOS = new Map(FALHAS);
const MISTURAS = [
  ["fora-do-ar,sem-resposta,conexao-cortada,http-500,html-200,soap-fault", "de tudo um pouco"],
  ...FALHAS.filter(([falha]) => falha !== "nenhuma"),
];
const REGRAS = {
  mesmaChave: "Mesma chave, mais de 10 vezes por hora",
  bloqueado: "Consultas durante o bloqueio",
  distribuicaoAntesDaHora: "Distribuição antes de 1 hora",
  nsuForaDeSequencia: "NSU fora de sequência",
  consultasPontuais: "Mais de 20 consultas por NSU ou chave na hora",
  statusSeguido: "Status antes de 3 minutos",
  eventoRejeitado: "O mesmo evento, rejeitado 20 vezes",
  chaveVelha: "Chave de mais de 180 dias",
};
const MISTURA_SEMENTE = 1;

export function formatChave(chave) {
  return chave.replace(/(.{4})(?=.)/g, "$1 ");
}

export function showSefaz(sefaz) {
  const { contadores, livro } = sefaz;
  const falha = showEscolha("falha-sefaz", { valor: sefaz.falha, opcoes: FALHAS });
  falha.classList.toggle("ligada", sefaz.falha !== "nenhuma");
  showMisturas(sefaz.misturas);
  showBloqueios(sefaz.bloqueios);
  const porCStat = Object.entries(contadores.porCStat).map(
    ([cStat, vezes]) => `${cStat}: ${inteiro.format(vezes)}`,
  );
  showFatos("sefaz", [
    ["Endereço", sefaz.url],
    [
      "Documentos autorizados",
      `${inteiro.format(livro.notas)}, ${inteiro.format(livro.canceladas)} cancelados`,
    ],
    ["Consultas", inteiro.format(contadores.consultas)],
    ["Status do serviço", inteiro.format(contadores.status)],
    ["Eventos recebidos", inteiro.format(contadores.eventos)],
    ["Distribuições", inteiro.format(contadores.distribuicoes)],
    ["Respostas por cStat", porCStat.join(" · ") || "–"],
    ["Falhas aplicadas", inteiro.format(contadores.falhas)],
    ["Sem certificado da AC de teste", inteiro.format(contadores.recusasTls)],
    [
      "Assinatura dos eventos",
      sefaz.confereAssinatura ? "conferida pelo xmlsec1" : "não conferida: falta o xmlsec1",
    ],
  ]);
  showLivro(sefaz.ultimas);
  showManeiras(contadores);
  showFilas(sefaz.filas);
}

function showMisturas(misturas) {
  byId("sefaz-misturas").hidden = misturas.length === 0;
  byId("sefaz-misturas-texto").textContent = misturas.map(describeMistura).join(" · ");
}

function describeMistura({ quais, proporcao, autorizador, servico, ate }) {
  const nomes =
    quais.length > 3 ? "de tudo um pouco" : quais.map((falha) => TEXTOS.get(falha) ?? falha).join(", ");
  const parte = proporcao === undefined || proporcao === 1 ? "" : `${inteiro.format(proporcao * 100)} %`;
  const fim = ate ? `até ${dataHora.format(new Date(ate))}` : "";
  return [nomes, parte, autorizador ?? servico ?? "", fim].filter(Boolean).join(", ");
}

/** Shows one sentence per CNPJ: the authorizers that block it, and the end of the last block. */
function showBloqueios(bloqueios) {
  byId("sefaz-bloqueios").hidden = bloqueios.length === 0;
  const cnpjs = [...new Set(bloqueios.map(({ cnpj }) => cnpj))];
  const textos = cnpjs.map((cnpj) => {
    const own = bloqueios.filter((bloqueio) => bloqueio.cnpj === cnpj);
    const ate = own
      .map((bloqueio) => bloqueio.ate)
      .sort()
      .at(-1);
    return `${cnpj} bloqueado até ${dataHora.format(new Date(ate))} (${own.map(({ autorizador }) => autorizador).join(", ")})`;
  });
  byId("sefaz-bloqueios-texto").textContent = textos.join(" · ");
}

function showLivro(ultimas) {
  const linhas = ultimas.map(({ chaveAcesso, situacao }) =>
    make("li", {
      children: [
        make("span", { className: "chave", text: formatChave(chaveAcesso) }),
        make("span", { className: `fixa ${situacao}`, text: situacao }),
      ],
    }),
  );
  showLinhas("livro", linhas, "Nenhuma nota autorizada ainda.");
}

function showManeiras({ indevidos, emParalelo }) {
  const regras = Object.entries(indevidos).map(([regra, vezes]) => [
    REGRAS[regra] ?? regra,
    inteiro.format(vezes),
    vezes > 0,
  ]);
  const juntas = [
    "Máximo de consultas simultâneas da mesma chave",
    inteiro.format(emParalelo),
    emParalelo > 1,
  ];
  showFatos("maneiras", [...regras, juntas]);
}

function showFilas(filas) {
  const linhas = filas.map(({ distribuidor, interessado, documentos, maxNsu }) =>
    make("li", {
      children: [
        make("span", {
          className: "corta",
          text: `${distribuidor === "NFe" ? "NF-e" : "CT-e"} · ${interessado}`,
        }),
        make("span", {
          className: "fixa",
          text: `${inteiro.format(documentos)} ${documentos === 1 ? "documento" : "documentos"}, NSU até ${inteiro.format(maxNsu)}`,
        }),
      ],
    }),
  );
  showLinhas("filas", linhas, "Nenhum documento distribuído ainda.");
}

export function openSefaz() {
  showEscolha("mistura-quais", { valor: MISTURAS[0][0], opcoes: MISTURAS });
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
    void act(event.submitter, () => post("/sefaz/falhas", { regras: [readMistura()] }));
  });
}

function readMistura() {
  const autorizador = byId("mistura-autorizador").value;
  const horas = byId("mistura-horas").value;
  return {
    quais: byId("mistura-quais").value.split(","),
    proporcao: Number(byId("mistura-proporcao").value),
    semente: MISTURA_SEMENTE,
    ...(autorizador && { autorizador }),
    ...(horas && { horas: Number(horas) }),
  };
}
