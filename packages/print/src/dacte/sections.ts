import type { PrintedCte } from "@malote/dfe";
import { chave, day, decimal, documento, joinTexts, reais } from "./format.ts";
import {
  DANGEROUS_UNITS,
  NF_MODELOS,
  nameOf,
  OTHER_DOCUMENTS,
  PRESTACOES,
  PREVIOUS_DOCUMENTS,
} from "./texts.ts";

/** A column of a section; `parte` is its share of the width. */
export type Column = { title: string; parte: number; align?: "right" };
/** A table that may continue on the next page. */
export type Section = { title: string; columns: readonly Column[]; lines: readonly (readonly string[])[] };

type Pair = readonly [string, string, string];

const PAIR: readonly Column[] = [
  { title: "TIPO DOC", parte: 0.07 },
  { title: "CHAVE DE ACESSO / CNPJ DO EMITENTE / DESCRIÇÃO", parte: 0.325 },
  { title: "SÉRIE / Nº DOC.", parte: 0.105 },
];
const PAIRS: readonly Column[] = [...PAIR, ...PAIR];

/** The table that is always printed, even empty: the documents of the load. A CT-e OS, or a CT-e without
 * its own load, has the documents that it refers to instead. */
export function firstSection(form: PrintedCte): Section {
  if (form.documento === "simplificado") return entregasSection(form);
  return isSemCarga(form) ? relacionadosSection(form) : originariosSection(form);
}

function isSemCarga(form: PrintedCte): boolean {
  return form.documento === "os" || form.carga === null;
}

function originariosSection(form: PrintedCte): Section {
  const lines = inPairs(form.originarios.map((each) => parOfOriginario(each, form)));
  return { title: "DOCUMENTOS ORIGINÁRIOS", columns: PAIRS, lines };
}

/** The other tables of the document. */
export function otherSections(form: PrintedCte): Section[] {
  const all = [
    anterioresSection(form),
    ...(isSemCarga(form) ? [originariosSection(form)] : [relacionadosSection(form)]),
    conteineresSection(form),
    ferroviasSection(form),
    perigososSection(form),
    veiculosNovosSection(form),
    segurosSection(form),
    cobrancaSection(form),
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

function parOfOriginario(each: PrintedCte["originarios"][number], form: PrintedCte): Pair {
  const remetente = documento(form.remetente?.documento ?? null);
  switch (each.tipo) {
    case "nfe":
    case "dce":
      return [each.tipo === "nfe" ? "NF-e" : "DC-e", chave(each.chave), serieNumeroOfChave(each.chave)];
    case "nf":
      return [
        nameOf(NF_MODELOS, each.codigo),
        joinTexts([remetente, emitidoEm(each.emissao)]),
        serieNumero(each),
      ];
    case "outro":
      return [
        nameOf(OTHER_DOCUMENTS, each.codigo),
        joinTexts([remetente, each.descricao, emitidoEm(each.emissao)]),
        serieNumero(each),
      ];
  }
}

/** The services of a simplified CT-e, each with its documents. */
function entregasSection({ entregas }: PrintedCte): Section {
  return {
    title: "ENTREGAS E DOCUMENTOS ORIGINÁRIOS",
    columns: [
      { title: "ITEM", parte: 0.045 },
      { title: "INÍCIO - TÉRMINO DA PRESTAÇÃO", parte: 0.215 },
      { title: "COMPONENTES DO VALOR", parte: 0.17 },
      { title: "VALOR PREST.", parte: 0.09, align: "right" },
      { title: "A RECEBER", parte: 0.09, align: "right" },
      { title: "DOCUMENTOS", parte: 0.39 },
    ],
    lines: entregas.map((each) => [
      each.item ?? "",
      joinTexts([each.inicio, each.fim]),
      each.componentes.map(({ nome: name, valor }) => joinTexts([name, reais(valor)], ": ")).join("\n"),
      reais(each.valor),
      reais(each.receber),
      documentosOfEntrega(each).join("\n"),
    ]),
  };
}

function documentosOfEntrega({ notas, anteriores }: PrintedCte["entregas"][number]): string[] {
  return [
    ...notas.map((nota) => `NF-e ${chave(nota.chave)}`),
    ...anteriores.flatMap(({ chave: key, prestacao, parciais }) => [
      joinTexts(["CT-e", chave(key), nameOf(PRESTACOES, prestacao)], " "),
      ...parciais.map((nota) => `   NF-e ${chave(nota)}`),
    ]),
  ];
}

function anterioresSection({ anteriores }: PrintedCte): Section {
  return {
    title: "DOCUMENTOS DE TRANSPORTE ANTERIOR",
    columns: [
      { title: "TIPO", parte: 0.17 },
      { title: "EMITENTE", parte: 0.34 },
      { title: "CHAVE DE ACESSO / EMISSÃO", parte: 0.35 },
      { title: "SÉRIE / Nº DOC.", parte: 0.14 },
    ],
    lines: anteriores.map((each) => {
      const who = joinTexts([documento(each.documentoEmitente), each.emitente]);
      if (each.chave !== null) return ["CT-e", who, chave(each.chave), serieNumeroOfChave(each.chave)];
      return [nameOf(PREVIOUS_DOCUMENTS, each.codigo), who, emitidoEm(each.emissao), serieNumero(each)];
    }),
  };
}

/** Other documents that a CT-e refers to. */
function relacionadosSection({ relacionados, referidos }: PrintedCte): Section {
  const kinds: [string, readonly string[]][] = [
    ["CT-e COMPLEMENTADO", relacionados.complementados],
    ["CT-e SUBSTITUÍDO", relacionados.substituidos],
    ["CT-e ANULADO", relacionados.anulados],
    ["CT-e CANCELADO", relacionados.cancelados],
    ["GTV-e", relacionados.gtve],
    ["CT-e MULTIMODAL", relacionados.multimodais],
  ];
  const keys = kinds.flatMap(([name, all]) =>
    all.map((each) => [name, chave(each), serieNumeroOfChave(each)]),
  );
  const others = referidos.map((each) => {
    if (each.chave !== null) return ["BP-e", chave(each.chave), serieNumeroOfChave(each.chave)];
    const valor = each.valor === null ? null : `VALOR ${reais(each.valor)}`;
    return ["DOCUMENTO", joinTexts([emitidoEm(each.emissao), valor]), serieNumero(each)];
  });
  return {
    title: "DOCUMENTOS REFERENCIADOS",
    columns: [
      { title: "TIPO", parte: 0.2 },
      { title: "CHAVE DE ACESSO / DESCRIÇÃO", parte: 0.6 },
      { title: "SÉRIE / Nº DOC.", parte: 0.2 },
    ],
    lines: [...keys, ...others],
  };
}

function conteineresSection({ modalidade }: PrintedCte): Section {
  const all = modalidade?.modal === "aquaviario" ? modalidade.conteineres : [];
  return {
    title: "IDENTIFICAÇÃO DOS CONTÊINERES",
    columns: [
      { title: "CONTÊINER", parte: 0.15 },
      { title: "LACRES", parte: 0.25 },
      { title: "DOCUMENTOS", parte: 0.6 },
    ],
    lines: all.map((each) => [
      each.numero ?? "",
      each.lacres.join(", "),
      each.documentos.map((doc) => (doc.length === 44 ? chave(doc) : doc)).join(", "),
    ]),
  };
}

function ferroviasSection({ modalidade }: PrintedCte): Section {
  const all = modalidade?.modal === "ferroviario" ? modalidade.ferrovias : [];
  return {
    title: "INFORMAÇÕES DAS FERROVIAS ENVOLVIDAS",
    columns: [
      { title: "CNPJ", parte: 0.2 },
      { title: "INSCRIÇÃO ESTADUAL", parte: 0.15 },
      { title: "CÓD. INTERNO", parte: 0.15 },
      { title: "RAZÃO SOCIAL", parte: 0.5 },
    ],
    lines: all.map((each) => [documento(each.documento), each.ie ?? "", each.codigo ?? "", each.nome ?? ""]),
  };
}

function perigososSection({ perigosos }: PrintedCte): Section {
  return {
    title: "INFORMAÇÕES REFERENTES A PRODUTOS PERIGOSOS",
    columns: [
      { title: "Nº ONU", parte: 0.1 },
      { title: "NOME APROPRIADO", parte: 0.36 },
      { title: "CLASSE / RISCO SUBSIDIÁRIO", parte: 0.18 },
      { title: "GR. EMBALAGEM", parte: 0.1 },
      { title: "QTDE TOTAL DO PRODUTO", parte: 0.14, align: "right" },
      { title: "QTDE E TIPO DE VOLUMES", parte: 0.12, align: "right" },
    ],
    lines: perigosos.map((each) => [
      each.onu ?? "",
      each.nome ?? "",
      each.classe ?? "",
      each.embalagem ?? "",
      joinTexts([decimal(each.quantidade, 0), nameOf(DANGEROUS_UNITS, each.unidade)], " "),
      each.volumes ?? "",
    ]),
  };
}

function veiculosNovosSection({ veiculosNovos }: PrintedCte): Section {
  return {
    title: "DADOS REFERENTES AOS VEÍCULOS NOVOS TRANSPORTADOS",
    columns: [
      { title: "CHASSI", parte: 0.3 },
      { title: "COR", parte: 0.3 },
      { title: "MODELO", parte: 0.12 },
      { title: "VALOR UNITÁRIO", parte: 0.14, align: "right" },
      { title: "FRETE UNITÁRIO", parte: 0.14, align: "right" },
    ],
    lines: veiculosNovos.map((each) => [
      each.chassi ?? "",
      each.cor ?? "",
      each.modelo ?? "",
      reais(each.valor),
      reais(each.frete),
    ]),
  };
}

/** The insurance of a CT-e up to 3.00; a CT-e OS has its own block for it. */
function segurosSection({ seguros, documento: kind }: PrintedCte): Section {
  return {
    title: "SEGURO DA CARGA",
    columns: [
      { title: "SEGURADORA", parte: 0.4 },
      { title: "APÓLICE", parte: 0.2 },
      { title: "AVERBAÇÃO", parte: 0.2 },
      { title: "VALOR DA CARGA", parte: 0.2, align: "right" },
    ],
    lines:
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

function cobrancaSection({ fatura, duplicatas }: PrintedCte): Section {
  const lines = duplicatas.map((each) => [
    "DUPLICATA",
    each.numero ?? "",
    day(each.vencimento),
    reais(each.valor),
  ]);
  if (fatura) lines.unshift(["FATURA", fatura.numero ?? "", "", reais(fatura.liquido ?? fatura.original)]);
  return {
    title: "COBRANÇA",
    columns: [
      { title: "TIPO", parte: 0.2 },
      { title: "NÚMERO", parte: 0.4 },
      { title: "VENCIMENTO", parte: 0.2 },
      { title: "VALOR", parte: 0.2, align: "right" },
    ],
    lines,
  };
}

/** Two per row, filled across and then down. */
function inPairs(all: readonly Pair[]): string[][] {
  const lines: string[][] = [];
  for (let at = 0; at < all.length; at += 2)
    lines.push([...(all[at] ?? []), ...(all[at + 1] ?? ["", "", ""])]);
  return lines;
}

function serieNumero({ serie, numero }: { serie: string | null; numero: string | null }): string {
  return joinTexts([serie, numero], " / ");
}

/** Series and number from an access key. */
function serieNumeroOfChave(key: string | null): string {
  return key?.length === 44 ? `${key.slice(22, 25)} / ${key.slice(25, 34)}` : "";
}

function emitidoEm(emissao: string | null): string {
  return emissao === null ? "" : `EMISSÃO ${day(emissao)}`;
}
