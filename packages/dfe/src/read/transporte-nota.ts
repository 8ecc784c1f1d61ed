import { type TipoNota, ufOfCodigo } from "@malote/syntax";
import type { NotaLida } from "../leitura.ts";
import { readAmbiente, readChave, readDigest, readNumero, readProtocolo } from "./cabecalho.ts";
import { LayoutError, requireAttribute, requireChild, requireField } from "./fields.ts";
import { readInstante } from "./instante.ts";
import type { Localizado } from "./locate.ts";
import { readAutorizados, readEmitente } from "./parte.ts";
import { readPartes } from "./partes.ts";

/** What each root promises: its model, the type it is kept as, and the name of its number. */
const PROMETIDO: Readonly<Record<string, { modelo: string; tipoNota: TipoNota; numero: string }>> = {
  CTe: { modelo: "57", tipoNota: "CTe", numero: "nCT" },
  CTeSimp: { modelo: "57", tipoNota: "CTe", numero: "nCT" },
  CTeOS: { modelo: "67", tipoNota: "CTeOS", numero: "nCT" },
  MDFe: { modelo: "58", tipoNota: "MDFe", numero: "nMDF" },
};

/** What every CT-e and MDF-e says, and what none of them has. */
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

/** Reads the identification, issuer and authorization of a CT-e or MDF-e.   @throws LayoutError */
export function readNotaDeTransporte(lugar: Localizado): NotaDeTransporte {
  const { assinado, layout } = lugar;
  const ide = requireChild(assinado, "ide");
  const uf = ufOfCodigo(requireField(ide, "cUF")) ?? "";
  const modelo = requireField(ide, "mod");
  const prometido = PROMETIDO[layout.raiz];
  if (!prometido || modelo !== prometido.modelo) throw new LayoutError("campo-invalido", "mod");
  return {
    tipoNota: prometido.tipoNota,
    modelo,
    versao: requireAttribute(assinado, "versao"),
    chaveAcesso: readChave(lugar),
    numeroNota: readNumero(ide, prometido.numero),
    serieNota: readNumero(ide, "serie"),
    dataEmissao: readInstante(requireField(ide, "dhEmi"), "dhEmi", uf),
    emitente: readEmitente(assinado),
    autorizados: readAutorizados(assinado),
    partes: readPartes(assinado, prometido.tipoNota),
    ambiente: readAmbiente(ide),
    digVal: readDigest(lugar),
    protocolo: readProtocolo(lugar, uf),
    tipoOperacao: null,
    transportador: null,
    itens: [],
    comercio: null,
  };
}
