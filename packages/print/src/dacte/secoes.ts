import type { PapelCte } from "@malote/dfe";
import { chave, decimal, dia, documento, juntos, reais } from "./formato.ts";
import {
  DOCUMENTOS_ANTERIORES,
  MODELOS_NF,
  nomeOf,
  OUTROS_DOCUMENTOS,
  PRESTACOES,
  UNIDADES_PERIGOSO,
} from "./texts.ts";

/** A column of a section; `parte` is its share of the width. */
export type Coluna = { titulo: string; parte: number; alinha?: "direita" };
/** A table that may continue on the next page. */
export type Secao = { titulo: string; colunas: readonly Coluna[]; linhas: readonly (readonly string[])[] };

type Par = readonly [string, string, string];

const PAR: readonly Coluna[] = [
  { titulo: "TIPO DOC", parte: 0.07 },
  { titulo: "CHAVE DE ACESSO / CNPJ DO EMITENTE / DESCRIÇÃO", parte: 0.325 },
  { titulo: "SÉRIE / Nº DOC.", parte: 0.105 },
];
const PARES: readonly Coluna[] = [...PAR, ...PAR];

/** The table that is always printed, even empty: the documents of the load. A CT-e OS, or a CT-e without
 * its own load, has the documents that it refers to instead. */
export function secaoPrimeira(papel: PapelCte): Secao {
  if (papel.documento === "simplificado") return secaoEntregas(papel);
  return isSemCarga(papel) ? secaoRelacionados(papel) : secaoOriginarios(papel);
}

function isSemCarga(papel: PapelCte): boolean {
  return papel.documento === "os" || papel.carga === null;
}

function secaoOriginarios(papel: PapelCte): Secao {
  const linhas = inPairs(papel.originarios.map((each) => parOfOriginario(each, papel)));
  return { titulo: "DOCUMENTOS ORIGINÁRIOS", colunas: PARES, linhas };
}

/** The other tables of the document. */
export function outrasSecoes(papel: PapelCte): Secao[] {
  const all = [
    secaoAnteriores(papel),
    ...(isSemCarga(papel) ? [secaoOriginarios(papel)] : [secaoRelacionados(papel)]),
    secaoConteineres(papel),
    secaoFerrovias(papel),
    secaoPerigosos(papel),
    secaoVeiculosNovos(papel),
    secaoSeguros(papel),
    secaoCobranca(papel),
  ];
  return all.filter(({ linhas }) => linhas.length > 0);
}

function parOfOriginario(each: PapelCte["originarios"][number], papel: PapelCte): Par {
  const remetente = documento(papel.remetente?.documento ?? null);
  switch (each.tipo) {
    case "nfe":
    case "dce":
      return [each.tipo === "nfe" ? "NF-e" : "DC-e", chave(each.chave), serieNumeroOfChave(each.chave)];
    case "nf":
      return [
        nomeOf(MODELOS_NF, each.codigo),
        juntos([remetente, emitidoEm(each.emissao)]),
        serieNumero(each),
      ];
    case "outro":
      return [
        nomeOf(OUTROS_DOCUMENTOS, each.codigo),
        juntos([remetente, each.descricao, emitidoEm(each.emissao)]),
        serieNumero(each),
      ];
  }
}

/** The services of a simplified CT-e, each with its documents. */
function secaoEntregas({ entregas }: PapelCte): Secao {
  return {
    titulo: "ENTREGAS E DOCUMENTOS ORIGINÁRIOS",
    colunas: [
      { titulo: "ITEM", parte: 0.045 },
      { titulo: "INÍCIO - TÉRMINO DA PRESTAÇÃO", parte: 0.215 },
      { titulo: "COMPONENTES DO VALOR", parte: 0.17 },
      { titulo: "VALOR PREST.", parte: 0.09, alinha: "direita" },
      { titulo: "A RECEBER", parte: 0.09, alinha: "direita" },
      { titulo: "DOCUMENTOS", parte: 0.39 },
    ],
    linhas: entregas.map((each) => [
      each.item ?? "",
      juntos([each.inicio, each.fim]),
      each.componentes.map(({ nome, valor }) => juntos([nome, reais(valor)], ": ")).join("\n"),
      reais(each.valor),
      reais(each.receber),
      documentosOfEntrega(each).join("\n"),
    ]),
  };
}

function documentosOfEntrega({ notas, anteriores }: PapelCte["entregas"][number]): string[] {
  return [
    ...notas.map((nota) => `NF-e ${chave(nota.chave)}`),
    ...anteriores.flatMap(({ chave: key, prestacao, parciais }) => [
      juntos(["CT-e", chave(key), nomeOf(PRESTACOES, prestacao)], " "),
      ...parciais.map((nota) => `   NF-e ${chave(nota)}`),
    ]),
  ];
}

function secaoAnteriores({ anteriores }: PapelCte): Secao {
  return {
    titulo: "DOCUMENTOS DE TRANSPORTE ANTERIOR",
    colunas: [
      { titulo: "TIPO", parte: 0.17 },
      { titulo: "EMITENTE", parte: 0.34 },
      { titulo: "CHAVE DE ACESSO / EMISSÃO", parte: 0.35 },
      { titulo: "SÉRIE / Nº DOC.", parte: 0.14 },
    ],
    linhas: anteriores.map((each) => {
      const quem = juntos([documento(each.documentoEmitente), each.emitente]);
      if (each.chave !== null) return ["CT-e", quem, chave(each.chave), serieNumeroOfChave(each.chave)];
      return [nomeOf(DOCUMENTOS_ANTERIORES, each.codigo), quem, emitidoEm(each.emissao), serieNumero(each)];
    }),
  };
}

/** Other documents that a CT-e refers to. */
function secaoRelacionados({ relacionados, referidos }: PapelCte): Secao {
  const kinds: [string, readonly string[]][] = [
    ["CT-e COMPLEMENTADO", relacionados.complementados],
    ["CT-e SUBSTITUÍDO", relacionados.substituidos],
    ["CT-e ANULADO", relacionados.anulados],
    ["CT-e CANCELADO", relacionados.cancelados],
    ["GTV-e", relacionados.gtve],
    ["CT-e MULTIMODAL", relacionados.multimodais],
  ];
  const keys = kinds.flatMap(([nome, all]) =>
    all.map((each) => [nome, chave(each), serieNumeroOfChave(each)]),
  );
  const outros = referidos.map((each) => {
    if (each.chave !== null) return ["BP-e", chave(each.chave), serieNumeroOfChave(each.chave)];
    const valor = each.valor === null ? null : `VALOR ${reais(each.valor)}`;
    return ["DOCUMENTO", juntos([emitidoEm(each.emissao), valor]), serieNumero(each)];
  });
  return {
    titulo: "DOCUMENTOS REFERENCIADOS",
    colunas: [
      { titulo: "TIPO", parte: 0.2 },
      { titulo: "CHAVE DE ACESSO / DESCRIÇÃO", parte: 0.6 },
      { titulo: "SÉRIE / Nº DOC.", parte: 0.2 },
    ],
    linhas: [...keys, ...outros],
  };
}

function secaoConteineres({ modalidade }: PapelCte): Secao {
  const all = modalidade?.modal === "aquaviario" ? modalidade.conteineres : [];
  return {
    titulo: "IDENTIFICAÇÃO DOS CONTÊINERES",
    colunas: [
      { titulo: "CONTÊINER", parte: 0.15 },
      { titulo: "LACRES", parte: 0.25 },
      { titulo: "DOCUMENTOS", parte: 0.6 },
    ],
    linhas: all.map((each) => [
      each.numero ?? "",
      each.lacres.join(", "),
      each.documentos.map((doc) => (doc.length === 44 ? chave(doc) : doc)).join(", "),
    ]),
  };
}

function secaoFerrovias({ modalidade }: PapelCte): Secao {
  const all = modalidade?.modal === "ferroviario" ? modalidade.ferrovias : [];
  return {
    titulo: "INFORMAÇÕES DAS FERROVIAS ENVOLVIDAS",
    colunas: [
      { titulo: "CNPJ", parte: 0.2 },
      { titulo: "INSCRIÇÃO ESTADUAL", parte: 0.15 },
      { titulo: "CÓD. INTERNO", parte: 0.15 },
      { titulo: "RAZÃO SOCIAL", parte: 0.5 },
    ],
    linhas: all.map((each) => [documento(each.documento), each.ie ?? "", each.codigo ?? "", each.nome ?? ""]),
  };
}

function secaoPerigosos({ perigosos }: PapelCte): Secao {
  return {
    titulo: "INFORMAÇÕES REFERENTES A PRODUTOS PERIGOSOS",
    colunas: [
      { titulo: "Nº ONU", parte: 0.1 },
      { titulo: "NOME APROPRIADO", parte: 0.36 },
      { titulo: "CLASSE / RISCO SUBSIDIÁRIO", parte: 0.18 },
      { titulo: "GR. EMBALAGEM", parte: 0.1 },
      { titulo: "QTDE TOTAL DO PRODUTO", parte: 0.14, alinha: "direita" },
      { titulo: "QTDE E TIPO DE VOLUMES", parte: 0.12, alinha: "direita" },
    ],
    linhas: perigosos.map((each) => [
      each.onu ?? "",
      each.nome ?? "",
      each.classe ?? "",
      each.embalagem ?? "",
      juntos([decimal(each.quantidade, 0), nomeOf(UNIDADES_PERIGOSO, each.unidade)], " "),
      each.volumes ?? "",
    ]),
  };
}

function secaoVeiculosNovos({ veiculosNovos }: PapelCte): Secao {
  return {
    titulo: "DADOS REFERENTES AOS VEÍCULOS NOVOS TRANSPORTADOS",
    colunas: [
      { titulo: "CHASSI", parte: 0.3 },
      { titulo: "COR", parte: 0.3 },
      { titulo: "MODELO", parte: 0.12 },
      { titulo: "VALOR UNITÁRIO", parte: 0.14, alinha: "direita" },
      { titulo: "FRETE UNITÁRIO", parte: 0.14, alinha: "direita" },
    ],
    linhas: veiculosNovos.map((each) => [
      each.chassi ?? "",
      each.cor ?? "",
      each.modelo ?? "",
      reais(each.valor),
      reais(each.frete),
    ]),
  };
}

/** The insurance of a CT-e up to 3.00; a CT-e OS has its own block for it. */
function secaoSeguros({ seguros, documento: kind }: PapelCte): Secao {
  return {
    titulo: "SEGURO DA CARGA",
    colunas: [
      { titulo: "SEGURADORA", parte: 0.4 },
      { titulo: "APÓLICE", parte: 0.2 },
      { titulo: "AVERBAÇÃO", parte: 0.2 },
      { titulo: "VALOR DA CARGA", parte: 0.2, alinha: "direita" },
    ],
    linhas:
      kind === "os"
        ? []
        : seguros
            .filter(
              ({ seguradora, apolice, averbacao, valor }) => seguradora || apolice || averbacao || valor,
            )
            .map((each) => [
              each.seguradora ?? "",
              each.apolice ?? "",
              each.averbacao ?? "",
              reais(each.valor),
            ]),
  };
}

function secaoCobranca({ fatura, duplicatas }: PapelCte): Secao {
  const linhas = duplicatas.map((each) => [
    "DUPLICATA",
    each.numero ?? "",
    dia(each.vencimento),
    reais(each.valor),
  ]);
  if (fatura) linhas.unshift(["FATURA", fatura.numero ?? "", "", reais(fatura.liquido ?? fatura.original)]);
  return {
    titulo: "COBRANÇA",
    colunas: [
      { titulo: "TIPO", parte: 0.2 },
      { titulo: "NÚMERO", parte: 0.4 },
      { titulo: "VENCIMENTO", parte: 0.2 },
      { titulo: "VALOR", parte: 0.2, alinha: "direita" },
    ],
    linhas,
  };
}

/** Two per row, filled across and then down. */
function inPairs(all: readonly Par[]): string[][] {
  const linhas: string[][] = [];
  for (let at = 0; at < all.length; at += 2)
    linhas.push([...(all[at] ?? []), ...(all[at + 1] ?? ["", "", ""])]);
  return linhas;
}

function serieNumero({ serie, numero }: { serie: string | null; numero: string | null }): string {
  return juntos([serie, numero], " / ");
}

/** Series and number from an access key. */
function serieNumeroOfChave(key: string | null): string {
  return key?.length === 44 ? `${key.slice(22, 25)} / ${key.slice(25, 34)}` : "";
}

function emitidoEm(emissao: string | null): string {
  return emissao === null ? "" : `EMISSÃO ${dia(emissao)}`;
}
