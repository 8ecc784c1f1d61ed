import { foldJustificativa } from "./justificativa.ts";
import type { CampoDoItem, CampoItem, PedeEvento } from "./tables/eventos-nossos.ts";
import { escapeXml } from "./xml.ts";

/** What a person says of one item of the document; `nItem` is 1 to 990. */
export type ItemEvento = { nItem: number } & Partial<Record<CampoItem, string>>;

/**
 * What an evento says besides its kind. `justificativa` goes with 210240 and 610110,
 * `eventoCancelado` (number and nProt of the evento that ends) with 610111 and 110001, `aceita`
 * with 211128, `itens` with the other eventos of the reform.
 */
export type DizeresEvento = {
  justificativa?: string;
  eventoCancelado?: { tpEvento: string; protocolo: string };
  aceita?: boolean;
  itens?: readonly ItemEvento[];
};

const ITENS_MAX = 990;
const PROTOCOLO_CTE = /^[0-9]{15}$/;
const PROTOCOLO_NFE = /^(?:[0-9]{15}|[0-9]{17})$/;
/** Forms of the fields of an item. @source tiposBasico_v1.03.xsd: TDec_1302, TDec_1104, TDec_0302_04 */
const FORMAS: Readonly<Record<CampoItem, RegExp>> = {
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

/** Writes what the layout asks for after the description. @throws RangeError for what it cannot carry */
export function writeDizeres(pede: PedeEvento, dizeres: DizeresEvento): string {
  return typeof pede === "string" ? ESCRITOS[pede](dizeres) : writeItens(pede, dizeres.itens ?? []);
}

const ESCRITOS = {
  xJust: (dizeres: DizeresEvento) => `<xJust>${justificativaOf(dizeres)}</xJust>`,
  xObs: (dizeres: DizeresEvento) =>
    `<indDesacordoOper>1</indDesacordoOper><xObs>${justificativaOf(dizeres)}</xObs>`,
  nProtEvPrestDes: ({ eventoCancelado }: DizeresEvento) => {
    const { protocolo = "" } = eventoCancelado ?? {};
    if (!PROTOCOLO_CTE.test(protocolo)) throw new RangeError("the protocol of a desacordo has 15 digits");
    return `<nProtEvPrestDes>${protocolo}</nProtEvPrestDes>`;
  },
  eventoCancelado: ({ eventoCancelado }: DizeresEvento) => {
    const { tpEvento = "", protocolo = "" } = eventoCancelado ?? {};
    if (!/^[0-9]{6}$/.test(tpEvento) || !PROTOCOLO_NFE.test(protocolo))
      throw new RangeError("eventoCancelado has a number of 6 digits and a protocol of 15 or 17");
    return `<tpEventoAut>${tpEvento}</tpEventoAut><nProtEvento>${protocolo}</nProtEvento>`;
  },
  indAceitacao: ({ aceita }: DizeresEvento) => {
    if (aceita === undefined) throw new RangeError("aceita is true or false");
    return `<indAceitacao>${aceita ? "1" : "0"}</indAceitacao>`;
  },
};

function justificativaOf({ justificativa = "" }: DizeresEvento): string {
  const dobrada = foldJustificativa(justificativa);
  if (dobrada === null) throw new RangeError("justificativa has 15 to 255 characters of Latin-1");
  return escapeXml(dobrada);
}

type Grupo = Exclude<PedeEvento, string>;

function writeItens({ grupo, campos }: Grupo, itens: readonly ItemEvento[]): string {
  if (itens.length < 1 || itens.length > ITENS_MAX) throw new RangeError(`1 to ${ITENS_MAX} items`);
  if (new Set(itens.map(({ nItem }) => nItem)).size !== itens.length) throw new RangeError("an item twice");
  return itens.map((item) => writeItem({ grupo, campos }, item)).join("");
}

function writeItem({ grupo, campos }: Grupo, item: ItemEvento): string {
  const { nItem } = item;
  if (!Number.isInteger(nItem) || nItem < 1 || nItem > ITENS_MAX)
    throw new RangeError(`nItem is 1 to ${ITENS_MAX}`);
  const envoltorios = [...new Set(campos.map(({ dentro }) => dentro ?? ""))];
  const partes = envoltorios.map((dentro) => {
    const deles = campos.filter((campo) => (campo.dentro ?? "") === dentro);
    return dentro === ""
      ? deles.map((campo) => leafOf(campo, item)).join("")
      : writeGrupo(dentro, deles, item);
  });
  const dentro = partes.join("");
  return `<${grupo} nItem="${nItem}">${dentro}</${grupo}>`;
}

/** The group of one tax of a presumed credit is optional; of it, all fields or none. */
function writeGrupo(nome: string, campos: readonly CampoDoItem[], item: ItemEvento): string {
  const isOpcional = nome === "gIBS" || nome === "gCBS";
  if (isOpcional && campos.every(({ de }) => item[de] === undefined)) return "";
  return `<${nome}>${campos.map((campo) => leafOf(campo, item)).join("")}</${nome}>`;
}

function leafOf({ tag, de }: CampoDoItem, item: ItemEvento): string {
  const valor = item[de] ?? "";
  if (!FORMAS[de].test(valor)) throw new RangeError(`${de} of item ${item.nItem} has not the layout's form`);
  return `<${tag}>${escapeXml(valor)}</${tag}>`;
}
