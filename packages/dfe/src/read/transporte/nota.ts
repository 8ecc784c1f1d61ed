import { type TipoNota, ufOfCodigo } from "@malote/syntax";
import type { NotaLida } from "../../leitura.ts";
import { LayoutError, requireAttribute, requireChild, requireField } from "../fields/fields.ts";
import { readAmbiente, readChave, readDigest, readNumero, readProtocolo } from "../fields/header.ts";
import { readInstante } from "../fields/instante.ts";
import { readAutorizados, readEmitente } from "../fields/parte.ts";
import type { LocatedDocumento } from "../locate.ts";
import { readPartes } from "../partes-citadas.ts";

/** The model, type and number field that each root element requires. */
const EXPECTED_BY_ROOT: Readonly<Record<string, { modelo: string; tipoNota: TipoNota; numero: string }>> = {
  CTe: { modelo: "57", tipoNota: "CTe", numero: "nCT" },
  CTeSimp: { modelo: "57", tipoNota: "CTe", numero: "nCT" },
  CTeOS: { modelo: "67", tipoNota: "CTeOS", numero: "nCT" },
  MDFe: { modelo: "58", tipoNota: "MDFe", numero: "nMDF" },
};

/** The fields that every CT-e and MDF-e has, and those that none has. */
type NotaDeTransporte = Omit<
  NotaLida,
  | "valorTotal"
  | "destinatario"
  | "tomador"
  | "remetente"
  | "expedidor"
  | "recebedor"
  | "naturezaOperacao"
  | "finalidade"
  | "informacoesComplementares"
  | "transporte"
>;

/** Reads identification, emitente and authorization of a CT-e or MDF-e.   @throws LayoutError */
export function readNotaDeTransporte(location: LocatedDocumento): NotaDeTransporte {
  const { assinado, layout } = location;
  const ide = requireChild(assinado, "ide");
  const uf = ufOfCodigo(requireField(ide, "cUF")) ?? "";
  const modelo = requireField(ide, "mod");
  const expected = EXPECTED_BY_ROOT[layout.raiz];
  if (!expected || modelo !== expected.modelo) throw new LayoutError("campo-invalido", "mod");
  return {
    tipoNota: expected.tipoNota,
    modelo,
    versao: requireAttribute(assinado, "versao"),
    chaveAcesso: readChave(location),
    numeroNota: readNumero(ide, expected.numero),
    serieNota: readNumero(ide, "serie"),
    dataEmissao: readInstante(requireField(ide, "dhEmi"), "dhEmi", uf),
    emitente: readEmitente(assinado),
    autorizados: readAutorizados(assinado),
    partes: readPartes(assinado, expected.tipoNota),
    ambiente: readAmbiente(ide),
    digVal: readDigest(location),
    protocolo: readProtocolo(location, uf),
    tipoOperacao: null,
    transportador: null,
    itens: [],
    comercio: null,
  };
}
