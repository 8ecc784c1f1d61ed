import type { Achado, ParsedEvento, ParsedNota, Veredito } from "@malote/dfe";
import { ACHADOS, examineDfe, readDfe, vereditoOf } from "@malote/dfe";
import { newId } from "../../src/db/index.ts";
import { type ReadFile, saveParts } from "../../src/services/capture/save-parts.ts";
import { hexOf, toDocumento } from "../../src/services/documento/to-documento.ts";
import { keepSefazAnswer } from "../../src/services/sefaz-answer/keep-sefaz-answer.ts";
import type { TestContext } from "./context.ts";
import { inventChave } from "./invent-notas.ts";

const NS = "http://www.portalfiscal.inf.br/nfe";
const FORNECEDOR = "11444777000161";
export const NOSSA = "11222333000181";

/** One copy of a nota; `digVal` is the digest in its signature. */
export type CopyOptions = {
  numero?: number;
  valor?: string;
  digVal?: string;
  cStat?: string | null;
  tpAmb?: "1" | "2";
};

/** A nota as received by e-mail. It is unsigned: these tests set the verdict themselves. */
export function writeCopy({
  numero = 1,
  valor = "100.00",
  digVal = "AAAA",
  cStat = "100",
  tpAmb = "1",
}: CopyOptions): string {
  const chave = inventChave(numero);
  const prot =
    cStat === null
      ? ""
      : `<protNFe versao="4.00"><infProt><tpAmb>${tpAmb}</tpAmb><chNFe>${chave}</chNFe><dhRecbto>2026-10-15T09:01:00-03:00</dhRecbto><nProt>135260000000001</nProt><digVal>${digVal}</digVal><cStat>${cStat}</cStat></infProt></protNFe>`;
  return (
    `<nfeProc xmlns="${NS}" versao="4.00"><NFe><infNFe Id="NFe${chave}" versao="4.00"><ide><cUF>35</cUF><mod>55</mod><serie>1</serie>` +
    `<nNF>${numero}</nNF><dhEmi>2026-10-15T09:00:00-03:00</dhEmi><tpNF>1</tpNF><tpAmb>${tpAmb}</tpAmb></ide>` +
    `<emit><CNPJ>${FORNECEDOR}</CNPJ><xNome>Moinho Estrela-Guia S.A.</xNome><enderEmit><UF>PR</UF></enderEmit></emit>` +
    `<dest><CNPJ>${NOSSA}</CNPJ><xNome>Padaria Aurora Ltda</xNome><enderDest><UF>SP</UF></enderDest></dest>` +
    `<total><ICMSTot><vNF>${valor}</vNF></ICMSTot></total></infNFe>` +
    `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><Reference><DigestValue>${digVal}</DigestValue></Reference></SignedInfo></Signature>` +
    `</NFe>${prot}</nfeProc>`
  );
}

/** A cancellation as received by e-mail, registered with this cStat or not at all. */
export function writeCancelamento(numero: number, cStat: string | null): string {
  return writeEvento({ chave: inventChave(numero), cStat });
}

/** An evento as received by e-mail, of the document model of its chave. */
export type EventoOptions = { chave: string; tpEvento?: string; autor?: string; cStat?: string | null };

const FAMILIES: Record<string, { family: "NFe" | "CTe" | "MDFe"; version: string; nSeq: string }> = {
  "57": { family: "CTe", version: "4.00", nSeq: "001" },
  "58": { family: "MDFe", version: "3.00", nSeq: "001" },
  "67": { family: "CTe", version: "4.00", nSeq: "001" },
};

/** The reason in every evento made here. */
export const JUSTIFICATIVA = "Erro no pedido do cliente";

/** It is unsigned; `cStat` null: without SEFAZ's registration. */
export function writeEvento({
  chave,
  tpEvento = "110111",
  autor = FORNECEDOR,
  cStat = "135",
}: EventoOptions): string {
  const known = FAMILIES[chave.slice(20, 22)] ?? { family: "NFe", version: "1.00", nSeq: "01" };
  const { family: familia, version: versao, nSeq } = known;
  const suffix = familia === "NFe" ? "" : familia;
  const target = `<ch${familia}>${chave}</ch${familia}>`;
  const typeAndSequence = `<tpEvento>${tpEvento}</tpEvento><nSeqEvento>1</nSeqEvento>`;
  const descricao = `<descEvento>Evento ${tpEvento}</descEvento><xJust>${JUSTIFICATIVA}</xJust>`;
  const detail = familia === "NFe" ? descricao : `<evQualquer>${descricao}</evQualquer>`;
  const infEvento =
    `<infEvento Id="ID${tpEvento}${chave}${nSeq}"><tpAmb>1</tpAmb><CNPJ>${autor}</CNPJ>${target}` +
    `<dhEvento>2026-10-16T08:59:00-03:00</dhEvento>${typeAndSequence}<detEvento versaoEvento="${versao}">${detail}</detEvento></infEvento>`;
  const registro = `<cStat>${cStat}</cStat>${target}${typeAndSequence}<dhRegEvento>2026-10-16T09:00:00-03:00</dhRegEvento><nProt>135260000000003</nProt>`;
  const ret = `<retEvento${suffix} versao="${versao}"><infEvento>${registro}</infEvento></retEvento${suffix}>`;
  return (
    `<procEvento${familia} xmlns="http://www.portalfiscal.inf.br/${familia.toLowerCase()}" versao="${versao}">` +
    `<evento${suffix} versao="${versao}">${infEvento}</evento${suffix}>${cStat === null ? "" : ret}</procEvento${familia}>`
  );
}

/** The verdict that the test sets. */
export type GivenVerdict = { veredito?: Veredito; achados?: Achado["codigo"][] };

/** A conta with one company, which receives copies and SEFAZ's answers. */
export type ContaFixture = {
  contaId: string;
  identificador: string;
  /** Ingests one e-mail with these XMLs; returns the outcome of each part. */
  receive(
    ...xmls: [xml: string, dito?: GivenVerdict][]
  ): Promise<{ destino: string; motivo: string | null }[]>;
  /** Applies a SEFAZ answer that authorizes this content and reports these eventos. */
  applyAnswer(o: {
    numero: number;
    chave?: string;
    digVal?: string | null;
    cStat?: string;
    eventos?: string[];
  }): Promise<void>;
  nota(numero: number): Promise<TestNota>;
  /** Types of the feed rows so far, in order. */
  feed(): Promise<string[]>;
  /** The rollup's totals, and the sum of the published notas. */
  totals(): Promise<{ rollup: string; notas: string }>;
};
export type TestNota = {
  id: string;
  documento_id: string;
  quarentena_liberada_em: Date | null;
  quarentena_liberada_por: string | null;
  quarentena_motivo: string | null;
  valor_total: string;
  dig_val: string;
  veredito: string;
  quarentena: boolean;
  hash_sha1_canc: string | null;
  alterado_em: Date;
  achados: { codigo: string }[];
};

export async function openContaFixture(t: TestContext): Promise<ContaFixture> {
  const { contaId, identificador } = await t.createConta();
  await t.createEmpresa(contaId, { cnpj: NOSSA });
  return {
    contaId,
    identificador,
    receive: (...xmls) => receive(t, contaId, xmls),
    applyAnswer: (o) => applyAnswer(t, contaId, o),
    nota: async (numero) => {
      const rows = await t.asOwner<TestNota>(
        `SELECT n.*, d.achados FROM nota n JOIN documento d ON d.conta_id = n.conta_id AND d.id = n.documento_id
         WHERE n.conta_id = $1 AND n.chave = $2`,
        [contaId, inventChave(numero)],
      );
      const [row] = rows;
      if (row === undefined || rows.length > 1) throw new Error(`${rows.length} notas`);
      return row;
    },
    feed: async () => {
      const text = "SELECT tipo FROM feed WHERE conta_id = $1 ORDER BY sequencia";
      return (await t.asOwner<{ tipo: string }>(text, [contaId])).map((row) => row.tipo);
    },
    totals: async () => {
      const [row] = await t.asOwner<{ rollup: string; notas: string }>(
        `SELECT (SELECT coalesce(sum(quantidade), 0) || ' ' || coalesce(sum(valor), 0) FROM rollup_dia WHERE conta_id = $1) AS rollup,
           (SELECT count(*) || ' ' || coalesce(sum(valor_total), 0) FROM nota WHERE conta_id = $1 AND NOT quarentena AND NOT terceiros) AS notas`,
        [contaId],
      );
      return row ?? { rollup: "", notas: "" };
    },
  };
}

async function receive(t: TestContext, contaId: string, xmls: [string, GivenVerdict?][]) {
  const emailId = newId();
  await t.asOwner(
    `INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado) VALUES ($1, $2, $3, now(), now(), 1, 'em-leitura')`,
    [contaId, emailId, emailId],
  );
  const readDocuments = await Promise.all(
    xmls.map(([xml, given], i) => toReadDocument(xml, { given, caminho: String(i + 1) })),
  );
  await t.ctx.database.withConta(contaId, (db) =>
    saveParts(db, contaId, { emailId, parts: readDocuments, last: true, now: t.clock.now() }),
  );
  return t.asOwner<{ destino: string; motivo: string | null }>(
    "SELECT destino, motivo FROM anexo WHERE email_id = $1 ORDER BY caminho",
    [emailId],
  );
}

/** The pipeline's reading of an XML received by e-mail, with the test's verdict. */
export async function toReadDocument(
  xml: string,
  o: { given?: GivenVerdict | undefined; caminho: string },
): Promise<ReadFile> {
  const bytes = Buffer.from(xml);
  const reading = readDfe(bytes);
  if (reading.kind !== "nota" && reading.kind !== "evento") throw new Error(JSON.stringify(reading));
  const chave = chaveOf(reading.kind === "nota" ? reading.nota : reading.evento);
  const sha256 = hexOf("sha256", bytes);
  const examined = examineDfe(bytes, { trustedCas: [] });
  const judged = await toDocumento({ exame: examined, chave, natureza: reading.kind, sha256 });
  const { achados = [] } = o.given ?? {};
  const { veredito = vereditoOf(achados.map((codigo) => ({ codigo }))) } = o.given ?? {};
  const said = achados.map((codigo) => ({ codigo, gravidade: ACHADOS[codigo].gravidade }));
  const documento = { ...judged, veredito, achados: said };
  const partRow = {
    caminho: o.caminho,
    nome: null,
    tipo: "application/xml",
    tamanho: bytes.length,
    sha256: documento.sha256,
    embutida: false,
    contentId: null,
  };
  return reading.kind === "nota"
    ? { kind: "nota", row: partRow, documento, nota: reading.nota }
    : { kind: "evento", row: partRow, documento, evento: reading.evento };
}

function chaveOf({ chaveAcesso }: ParsedNota | ParsedEvento): string {
  return chaveAcesso;
}

async function applyAnswer(
  t: TestContext,
  contaId: string,
  o: Parameters<ContaFixture["applyAnswer"]>[0],
): Promise<void> {
  const { numero, digVal = null, cStat = "100", eventos = [] } = o;
  const { chave = inventChave(numero) } = o;
  const now = t.clock.now();
  const protocolo = {
    numero: "135260000000001",
    dataRecebimento: "2026-10-15T09:01:00-03:00",
    cStat,
    digVal,
    alertas: [],
  };
  await keepSefazAnswer(t.ctx.database, contaId, {
    chave,
    answer: { kind: "documento", cStat, xMotivo: "", protocolo, eventos: eventos.map(toEvento) },
    consulta: {
      ...{
        chave,
        servico: "consulta",
        origem: "agenda",
        quem: null,
        autorizador: "SP",
        pedidaEm: now,
        duracaoMs: 1,
      },
      ...{ cStat, xMotivo: "", falha: null },
    },
    confianca: { trustedCas: [] },
    recheck: null,
    now,
  });
}

function toEvento(xml: string) {
  const reading = readDfe(Buffer.from(xml));
  if (reading.kind !== "evento") throw new Error(JSON.stringify(reading));
  const { tpEvento, nSeqEvento, descEvento } = reading.evento;
  const summary = { tpEvento, nSeqEvento, descEvento };
  const registro = { protocolo: "135260000000002", data: "2026-10-16T09:00:00-03:00" };
  return { ...summary, ...registro, xml: Buffer.from(xml) };
}
