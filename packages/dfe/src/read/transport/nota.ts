import { type TipoNota, ufOfCode } from "@malote/syntax";
import type { ParsedNota } from "../../reading.ts";
import { LayoutError, requireAttribute, requireChild, requireField } from "../fields/fields.ts";
import { readAmbiente, readChave, readDigest, readNumero, readProtocolo } from "../fields/header.ts";
import { readInstante } from "../fields/instant.ts";
import { readAutorizados, readEmitente } from "../fields/party.ts";
import type { LocatedDocumento } from "../locate.ts";
import { readParties } from "../named-parties.ts";

/** The model, type and number field that each root element requires. */
const EXPECTED_BY_ROOT: Readonly<Record<string, { modelo: string; tipoNota: TipoNota; numero: string }>> = {
  CTe: { modelo: "57", tipoNota: "CTe", numero: "nCT" },
  CTeSimp: { modelo: "57", tipoNota: "CTe", numero: "nCT" },
  CTeOS: { modelo: "67", tipoNota: "CTeOS", numero: "nCT" },
  MDFe: { modelo: "58", tipoNota: "MDFe", numero: "nMDF" },
};

/** The fields that every CT-e and MDF-e has, and those that none has. */
type TransportNota = Omit<
  ParsedNota,
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
export function readTransportNota(location: LocatedDocumento): TransportNota {
  const { assinado, layout } = location;
  const ide = requireChild(assinado, "ide");
  const uf = ufOfCode(requireField(ide, "cUF")) ?? "";
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
    partes: readParties(assinado, expected.tipoNota),
    ambiente: readAmbiente(ide),
    digVal: readDigest(location),
    protocolo: readProtocolo(location, uf),
    tipoOperacao: null,
    transportador: null,
    itens: [],
    comercio: null,
  };
}
