import { escapeText } from "@malote/dfe";
import type { DetailLayout, ItemField, ItemFieldLayout } from "../tables/own-eventos.ts";
import { normalizeJustificativa } from "./justificativa.ts";

/** What the user declares of one item of the document; `nItem` is 1 to 990. */
export type EventoItem = { nItem: number } & Partial<Record<ItemField, string>>;

/** The content of an evento besides its type. `justificativa` is for 210240 and 610110, `aceita` for
 * 211128, `eventoCancelado` (number and nProt of the cancelled evento) for 610111 and 110001,
 * `itens` for the other eventos of the reform. */
export type EventoDetail = {
  justificativa?: string;
  eventoCancelado?: { tpEvento: string; protocolo: string };
  aceita?: boolean;
  itens?: readonly EventoItem[];
};

const ITEMS_MAX = 990;
const CTE_PROTOCOL = /^[0-9]{15}$/;
const NFE_PROTOCOL = /^(?:[0-9]{15}|[0-9]{17})$/;
/** Format of each item field. @source tiposBasico_v1.03.xsd: TDec_1302, TDec_1104, TDec_0302_04 */
const FORMATS: Readonly<Record<ItemField, RegExp>> = {
  baseCalculo: /^(?:0|[1-9][0-9]{0,12})\.[0-9]{2}$/,
  valorIBS: /^(?:0|[1-9][0-9]{0,12})\.[0-9]{2}$/,
  valorCBS: /^(?:0|[1-9][0-9]{0,12})\.[0-9]{2}$/,
  quantidade: /^(?:0|[1-9][0-9]{0,10})\.[0-9]{4}$/,
  percentualIBS: /^(?:0|[1-9][0-9]{0,2})\.[0-9]{2,4}$/,
  percentualCBS: /^(?:0|[1-9][0-9]{0,2})\.[0-9]{2,4}$/,
  codigoIBS: /^[0-9]{2}$/,
  codigoCBS: /^[0-9]{2}$/,
  unidade: /^[!-ÿ](?:[ -ÿ]{0,4}[!-ÿ])?$/,
};

/** Writes what the layout demands after descEvento. @throws RangeError for what it cannot hold */
export function writeEventoDetail(layout: DetailLayout, detail: EventoDetail): string {
  return typeof layout === "string" ? WRITERS[layout](detail) : writeItems(layout, detail.itens ?? []);
}

const WRITERS = {
  xJust: (detail: EventoDetail) => `<xJust>${justificativaOf(detail)}</xJust>`,
  xObs: (detail: EventoDetail) =>
    `<indDesacordoOper>1</indDesacordoOper><xObs>${justificativaOf(detail)}</xObs>`,
  nProtEvPrestDes: ({ eventoCancelado }: EventoDetail) => {
    const { protocolo = "" } = eventoCancelado ?? {};
    if (!CTE_PROTOCOL.test(protocolo)) throw new RangeError("the protocol of a desacordo has 15 digits");
    return `<nProtEvPrestDes>${protocolo}</nProtEvPrestDes>`;
  },
  eventoCancelado: ({ eventoCancelado }: EventoDetail) => {
    const { tpEvento = "", protocolo = "" } = eventoCancelado ?? {};
    if (!/^[0-9]{6}$/.test(tpEvento) || !NFE_PROTOCOL.test(protocolo))
      throw new RangeError("eventoCancelado has a number of 6 digits and a protocol of 15 or 17");
    return `<tpEventoAut>${tpEvento}</tpEventoAut><nProtEvento>${protocolo}</nProtEvento>`;
  },
  indAceitacao: ({ aceita }: EventoDetail) => {
    if (aceita === undefined) throw new RangeError("aceita is true or false");
    return `<indAceitacao>${aceita ? "1" : "0"}</indAceitacao>`;
  },
};

function justificativaOf({ justificativa = "" }: EventoDetail): string {
  const normalized = normalizeJustificativa(justificativa);
  if (normalized === null) throw new RangeError("justificativa has 15 to 255 characters of Latin-1");
  return escapeText(normalized);
}

type GroupLayout = Exclude<DetailLayout, string>;

function writeItems({ group, fields }: GroupLayout, itens: readonly EventoItem[]): string {
  if (itens.length < 1 || itens.length > ITEMS_MAX) throw new RangeError(`1 to ${ITEMS_MAX} items`);
  if (new Set(itens.map(({ nItem }) => nItem)).size !== itens.length) throw new RangeError("an item twice");
  return itens.map((item) => writeItem({ group: group, fields: fields }, item)).join("");
}

function writeItem({ group, fields }: GroupLayout, item: EventoItem): string {
  const { nItem } = item;
  if (!Number.isInteger(nItem) || nItem < 1 || nItem > ITEMS_MAX)
    throw new RangeError(`nItem is 1 to ${ITEMS_MAX}`);
  const wrappers = [...new Set(fields.map(({ wrapper: inner }) => inner ?? ""))];
  const parts = wrappers.map((inner) => {
    const fieldsInWrapper = fields.filter((field) => (field.wrapper ?? "") === inner);
    return inner === ""
      ? fieldsInWrapper.map((field) => leafOf(field, item)).join("")
      : writeGroup(inner, fieldsInWrapper, item);
  });
  const inner = parts.join("");
  return `<${group} nItem="${nItem}">${inner}</${group}>`;
}

/** The group of each tax of a presumed credit is optional: all of its fields, or none. */
function writeGroup(name: string, fields: readonly ItemFieldLayout[], item: EventoItem): string {
  const isOptional = name === "gIBS" || name === "gCBS";
  if (isOptional && fields.every(({ source: de }) => item[de] === undefined)) return "";
  return `<${name}>${fields.map((field) => leafOf(field, item)).join("")}</${name}>`;
}

function leafOf({ tag, source: de }: ItemFieldLayout, item: EventoItem): string {
  const value = item[de] ?? "";
  if (!FORMATS[de].test(value)) throw new RangeError(`${de} of item ${item.nItem} does not match the layout`);
  return `<${tag}>${escapeText(value)}</${tag}>`;
}
