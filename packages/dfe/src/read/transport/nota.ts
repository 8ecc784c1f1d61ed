import { ufOfCode } from "@malote/syntax";
import type { ParsedNota } from "../../reading.ts";
import { LayoutError, requireAttribute, requireChild, requireField } from "../fields/fields.ts";
import { readAmbiente, readChave, readDigest, readNumero, readProtocolo } from "../fields/header.ts";
import { readInstante } from "../fields/instant.ts";
import { readAutorizados, readEmitente } from "../fields/party.ts";
import { KEY_FIELDS, tipoOf } from "../layouts.ts";
import type { LocatedDocumento } from "../locate.ts";
import { readParties } from "../named-parties.ts";

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
  const tipoNota = tipoOf(layout, modelo);
  if (tipoNota === null) throw new LayoutError("campo-invalido", "mod");
  return {
    tipoNota,
    modelo,
    versao: requireAttribute(assinado, "versao"),
    chaveAcesso: readChave(location),
    numeroNota: readNumero(ide, KEY_FIELDS[layout.family].numero),
    serieNota: readNumero(ide, "serie"),
    dataEmissao: readInstante(requireField(ide, "dhEmi"), "dhEmi", uf),
    emitente: readEmitente(assinado),
    autorizados: readAutorizados(assinado),
    partes: readParties(assinado, tipoNota),
    ambiente: readAmbiente(ide),
    digVal: readDigest(location),
    protocolo: readProtocolo(location, uf),
    tipoOperacao: null,
    transportador: null,
    itens: [],
    comercio: null,
  };
}
