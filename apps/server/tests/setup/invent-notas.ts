import { gzipSync } from "node:zlib";
import { checkDigit, foldName, nameSortKey } from "@malote/syntax";
import { newId } from "../../src/db/index.ts";
import type { TestContext } from "./context.ts";

/** Fields of a nota that a test can set; the others are invented. */
export type NewNota = {
  id: string;
  chave: string;
  papel: "E" | "S";
  terceiros: boolean;
  empresaId: string | null;
  tipoNota: string;
  numero: number;
  serie: number;
  emissao: string;
  valor: string;
  emitente: string;
  cnpjEmitente: string;
  ufEmitente: string;
  destinatario: string;
  cnpjDestinatario: string;
  ufDestinatario: string;
  cnpjTomador: string | null;
  finalidade: string;
  veredito: string;
  quarentena: boolean;
  nfeStatus: string | null;
  sefazStatus: string | null;
  sefazPedidaEm: string | null;
  sefazConsultadaEm: string | null;
  sefazFalhouEm: string | null;
  processado: boolean;
  recebido: boolean;
  conferido: boolean;
  criadoEm: string;
  alteradoEm: string;
};

const MODELO_BY_TIPO: Record<string, string> = { NFe: "55", NFCe: "65", CTe: "57", CTeOS: "67", MDFe: "58" };
const SUPPLIER_CNPJ = "11444777000161";
const OWN_CNPJ = "11222333000181";

/** A chave with a correct check digit, unique by number. */
export function inventChave(
  numero: number,
  { modelo = "55", cUF = "35", documento = SUPPLIER_CNPJ } = {},
): string {
  const body = `${cUF}2610${documento}${modelo}001${String(numero % 1_000_000_000).padStart(9, "0")}1${String(numero % 100_000_000).padStart(8, "0")}`;
  return `${body}${checkDigit(body)}`;
}

let lastNumber = 0;

/** Invents a nota with the given fields. */
export function inventNota(o: Partial<NewNota> = {}): NewNota {
  lastNumber += 1;
  const { tipoNota = "NFe", numero = lastNumber, cnpjEmitente = SUPPLIER_CNPJ } = o;
  const modelo = MODELO_BY_TIPO[tipoNota] ?? "55";
  return {
    id: newId(),
    chave: inventChave(lastNumber, { modelo, documento: cnpjEmitente.padStart(14, "0") }),
    papel: "E",
    terceiros: false,
    empresaId: null,
    tipoNota,
    numero,
    serie: 1,
    emissao: "2026-10-15T12:00:00Z",
    valor: "100.00",
    emitente: "Moinho Estrela-Guia S.A.",
    cnpjEmitente,
    ufEmitente: "PR",
    destinatario: "Padaria Aurora Ltda",
    cnpjDestinatario: OWN_CNPJ,
    ufDestinatario: "SP",
    cnpjTomador: null,
    finalidade: "1",
    veredito: "integra",
    quarentena: false,
    nfeStatus: "100",
    sefazStatus: "100",
    sefazPedidaEm: null,
    sefazConsultadaEm: null,
    sefazFalhouEm: null,
    processado: false,
    recebido: false,
    conferido: false,
    criadoEm: "2026-10-15T13:00:00Z",
    alteradoEm: "2026-10-15T13:00:00Z",
    ...o,
  };
}

const INSERT_DOCUMENTO = `INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, veredito, tamanho, mes, criado_em)
  SELECT $1, n.documento_id, n.documento_id::text, 'sha1', 'nota', n.chave, n."tipoNota", n.veredito, 10, date '2026-10-01', n."criadoEm"
  FROM json_to_recordset($2) AS n (documento_id uuid, chave text, "tipoNota" text, veredito text, "criadoEm" timestamptz)`;

const INSERT_NOTA = `INSERT INTO nota (conta_id, id, chave, papel, terceiros, empresa_id, documento_id, tipo_nota, numero_nota, serie_nota, data_emissao,
    dia_emissao, valor_total, nome_emitente, emitente_ordem, cnpj_emitente, uf_emitente, nome_destinatario, destinatario_ordem,
    cnpj_destinatario, uf_destinatario, cnpj_tomador, finalidade, veredito, quarentena, nfe_status, sefaz_status, sefaz_pedida_em, sefaz_consultada_em,
    sefaz_falhou_em, processado_erp, recebido, conferido, criado_em, alterado_em)
  SELECT $1, id, chave, papel, terceiros, "empresaId", documento_id, "tipoNota", numero, serie, emissao, emissao::date, valor, emitente,
    emitente_ordem, "cnpjEmitente", "ufEmitente", destinatario, destinatario_ordem, "cnpjDestinatario", "ufDestinatario", "cnpjTomador", finalidade,
    veredito, quarentena, "nfeStatus", "sefazStatus", "sefazPedidaEm", "sefazConsultadaEm", "sefazFalhouEm", processado, recebido,
    conferido, "criadoEm", "alteradoEm"
  FROM json_to_recordset($2) AS n (id uuid, chave text, papel text, terceiros boolean, "empresaId" uuid, documento_id uuid, "tipoNota" text,
    numero int, serie int, emissao timestamptz, valor numeric, emitente text, emitente_ordem text, "cnpjEmitente" text, "ufEmitente" text,
    destinatario text, destinatario_ordem text, "cnpjDestinatario" text, "ufDestinatario" text, "cnpjTomador" text, finalidade text, veredito text,
    quarentena boolean, "nfeStatus" text, "sefazStatus" text, "sefazPedidaEm" timestamptz, "sefazConsultadaEm" timestamptz,
    "sefazFalhouEm" timestamptz, processado boolean, recebido boolean, conferido boolean, "criadoEm" timestamptz, "alteradoEm" timestamptz)`;

const INSERT_XML = `INSERT INTO documento_xml (conta_id, mes, documento_id, xml_gzip)
  SELECT $1, date '2026-10-01', unnest($2::uuid[]), $3`;

const INSERT_PARTICIPANTE = `INSERT INTO participante (conta_id, documento, nome, nome_ordem, nome_busca, visto_em)
  SELECT $1, documento, nome, ordem, busca, now() FROM json_to_recordset($2) AS p (documento text, nome text, ordem text, busca text)
  ON CONFLICT DO NOTHING`;

/** Inserts notas with their documents and participantes in one batch. */
export async function insertNotas(
  { asOwner }: Pick<TestContext, "asOwner">,
  contaId: string,
  notas: readonly NewNota[],
): Promise<NewNota[]> {
  const rows = notas.map((nota) => ({
    ...nota,
    documento_id: newId(),
    emitente_ordem: nameSortKey(nota.emitente),
    destinatario_ordem: nameSortKey(nota.destinatario),
  }));
  await asOwner(INSERT_DOCUMENTO, [contaId, JSON.stringify(rows)]);
  await asOwner(INSERT_XML, [contaId, rows.map((row) => row.documento_id), gzipSync("<nada/>")]);
  await asOwner(INSERT_NOTA, [contaId, JSON.stringify(rows)]);
  const parties = rows.flatMap((row) => [
    {
      documento: row.cnpjEmitente,
      nome: row.emitente,
      ordem: row.emitente_ordem,
      busca: foldName(row.emitente),
    },
    {
      documento: row.cnpjDestinatario,
      nome: row.destinatario,
      ordem: row.destinatario_ordem,
      busca: foldName(row.destinatario),
    },
  ]);
  const distinct = [...new Map(parties.map((party) => [party.documento, party])).values()];
  await asOwner(INSERT_PARTICIPANTE, [contaId, JSON.stringify(distinct)]);
  return [...notas];
}
