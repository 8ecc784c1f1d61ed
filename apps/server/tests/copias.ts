import type { Achado, EventoLido, NotaLida, Veredito } from "@malote/dfe";
import { ACHADOS, examineDfe, readDfe, vereditoOf } from "@malote/dfe";
import { newId } from "../src/db/index.ts";
import { keepArquivos, type Lido } from "../src/services/captura/keep-arquivos.ts";
import { hexOf, toDocumento } from "../src/services/documento/to-documento.ts";
import { keepResposta } from "../src/services/sefaz/keep-resposta.ts";
import type { TestContext } from "./context.ts";
import { inventChave } from "./wire-notas.ts";

const NS = "http://www.portalfiscal.inf.br/nfe";
const FORNECEDOR = "11444777000161";
export const NOSSA = "11222333000181";

/** One copy of a nota; `digVal` is the digest in its signature. */
export type CopiaPedida = {
  numero?: number;
  valor?: string;
  digVal?: string;
  cStat?: string | null;
  tpAmb?: "1" | "2";
};

/** A nota as received by e-mail. It is unsigned: these tests set the verdict themselves. */
export function writeCopia({
  numero = 1,
  valor = "100.00",
  digVal = "AAAA",
  cStat = "100",
  tpAmb = "1",
}: CopiaPedida): string {
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
export type EventoPedido = { chave: string; tpEvento?: string; autor?: string; cStat?: string | null };

const FAMILIAS: Record<string, { familia: "NFe" | "CTe" | "MDFe"; versao: string; nSeq: string }> = {
  "57": { familia: "CTe", versao: "4.00", nSeq: "001" },
  "58": { familia: "MDFe", versao: "3.00", nSeq: "001" },
  "67": { familia: "CTe", versao: "4.00", nSeq: "001" },
};

/** The reason in every evento made here. */
export const JUSTIFICATIVA = "Erro no pedido do cliente";

/** It is unsigned; `cStat` null: without SEFAZ's registration. */
export function writeEvento({
  chave,
  tpEvento = "110111",
  autor = FORNECEDOR,
  cStat = "135",
}: EventoPedido): string {
  const known = FAMILIAS[chave.slice(20, 22)] ?? { familia: "NFe", versao: "1.00", nSeq: "01" };
  const { familia, versao, nSeq } = known;
  const sufixo = familia === "NFe" ? "" : familia;
  const alvo = `<ch${familia}>${chave}</ch${familia}>`;
  const que = `<tpEvento>${tpEvento}</tpEvento><nSeqEvento>1</nSeqEvento>`;
  const descricao = `<descEvento>Evento ${tpEvento}</descEvento><xJust>${JUSTIFICATIVA}</xJust>`;
  const detalhe = familia === "NFe" ? descricao : `<evQualquer>${descricao}</evQualquer>`;
  const infEvento =
    `<infEvento Id="ID${tpEvento}${chave}${nSeq}"><tpAmb>1</tpAmb><CNPJ>${autor}</CNPJ>${alvo}` +
    `<dhEvento>2026-10-16T08:59:00-03:00</dhEvento>${que}<detEvento versaoEvento="${versao}">${detalhe}</detEvento></infEvento>`;
  const registro = `<cStat>${cStat}</cStat>${alvo}${que}<dhRegEvento>2026-10-16T09:00:00-03:00</dhRegEvento><nProt>135260000000003</nProt>`;
  const ret = `<retEvento${sufixo} versao="${versao}"><infEvento>${registro}</infEvento></retEvento${sufixo}>`;
  return (
    `<procEvento${familia} xmlns="http://www.portalfiscal.inf.br/${familia.toLowerCase()}" versao="${versao}">` +
    `<evento${sufixo} versao="${versao}">${infEvento}</evento${sufixo}>${cStat === null ? "" : ret}</procEvento${familia}>`
  );
}

/** The verdict that the test sets. */
export type Dito = { veredito?: Veredito; achados?: Achado["codigo"][] };

/** A conta with one company, which receives copies and SEFAZ's answers. */
export type Casa = {
  contaId: string;
  identificador: string;
  /** Ingests one e-mail with these XMLs; returns the outcome of each part. */
  receive(...xmls: [xml: string, dito?: Dito][]): Promise<{ destino: string; motivo: string | null }[]>;
  /** Applies a SEFAZ answer that authorizes this content and reports these eventos. */
  hear(o: {
    numero: number;
    chave?: string;
    digVal?: string | null;
    cStat?: string;
    eventos?: string[];
  }): Promise<void>;
  nota(numero: number): Promise<NotaDeTeste>;
  /** Types of the feed rows so far, in order. */
  feed(): Promise<string[]>;
  /** The rollup's totals, and the sum of the published notas. */
  totals(): Promise<{ rollup: string; notas: string }>;
};
export type NotaDeTeste = {
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

export async function openCasa(t: TestContext): Promise<Casa> {
  const { contaId, identificador } = await t.createConta();
  await t.createEmpresa(contaId, { cnpj: NOSSA });
  return {
    contaId,
    identificador,
    receive: (...xmls) => receive(t, contaId, xmls),
    hear: (o) => hear(t, contaId, o),
    nota: async (numero) => {
      const rows = await t.asOwner<NotaDeTeste>(
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

async function receive(t: TestContext, contaId: string, xmls: [string, Dito?][]) {
  const emailId = newId();
  await t.asOwner(
    `INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado) VALUES ($1, $2, $3, now(), now(), 1, 'em-leitura')`,
    [contaId, emailId, emailId],
  );
  const lidos = await Promise.all(
    xmls.map(([xml, dito], i) => toLido(xml, { dito, caminho: String(i + 1) })),
  );
  await t.ctx.database.withContaSql(contaId, (sql) =>
    keepArquivos(sql, contaId, { emailId, lidos, last: true, agora: t.clock.now() }),
  );
  return t.asOwner<{ destino: string; motivo: string | null }>(
    "SELECT destino, motivo FROM anexo WHERE email_id = $1 ORDER BY caminho",
    [emailId],
  );
}

/** The pipeline's reading of an XML received by e-mail, with the test's verdict. */
export async function toLido(xml: string, o: { dito?: Dito | undefined; caminho: string }): Promise<Lido> {
  const bytes = Buffer.from(xml);
  const leitura = readDfe(bytes);
  if (leitura.kind !== "nota" && leitura.kind !== "evento") throw new Error(JSON.stringify(leitura));
  const chave = chaveOf(leitura.kind === "nota" ? leitura.nota : leitura.evento);
  const sha256 = hexOf("sha256", bytes);
  const exame = examineDfe(bytes, { ancoras: [] });
  const judged = await toDocumento({ exame, chave, natureza: leitura.kind, sha256 });
  const { achados = [] } = o.dito ?? {};
  const { veredito = vereditoOf(achados.map((codigo) => ({ codigo }))) } = o.dito ?? {};
  const said = achados.map((codigo) => ({ codigo, gravidade: ACHADOS[codigo].gravidade }));
  const documento = { ...judged, veredito, achados: said };
  const linha = {
    caminho: o.caminho,
    nome: null,
    tipo: "application/xml",
    tamanho: bytes.length,
    sha256: documento.sha256,
    embutida: false,
    contentId: null,
  };
  return leitura.kind === "nota"
    ? { kind: "nota", linha, documento, nota: leitura.nota }
    : { kind: "evento", linha, documento, evento: leitura.evento };
}

function chaveOf({ chaveAcesso }: NotaLida | EventoLido): string {
  return chaveAcesso;
}

async function hear(t: TestContext, contaId: string, o: Parameters<Casa["hear"]>[0]): Promise<void> {
  const { numero, digVal = null, cStat = "100", eventos = [] } = o;
  const { chave = inventChave(numero) } = o;
  const agora = t.clock.now();
  const protocolo = {
    numero: "135260000000001",
    dataRecebimento: "2026-10-15T09:01:00-03:00",
    cStat,
    digVal,
    alertas: [],
  };
  await keepResposta(t.ctx.database, contaId, {
    chave,
    resposta: { kind: "documento", cStat, xMotivo: "", protocolo, eventos: eventos.map(toEvento) },
    consulta: {
      ...{
        chave,
        servico: "consulta",
        origem: "agenda",
        quem: null,
        autorizador: "SP",
        pedidaEm: agora,
        duracaoMs: 1,
      },
      ...{ cStat, xMotivo: "", falha: null },
    },
    confianca: { ancoras: [] },
    conferencia: null,
    agora,
  });
}

function toEvento(xml: string) {
  const leitura = readDfe(Buffer.from(xml));
  if (leitura.kind !== "evento") throw new Error(JSON.stringify(leitura));
  const { tpEvento, nSeqEvento, descEvento } = leitura.evento;
  const told = { tpEvento, nSeqEvento, descEvento };
  const registro = { protocolo: "135260000000002", data: "2026-10-16T09:00:00-03:00" };
  return { ...told, ...registro, xml: Buffer.from(xml) };
}
