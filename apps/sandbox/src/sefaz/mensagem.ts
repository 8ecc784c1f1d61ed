import { ufOfCodigo, zonaOfUf } from "@malote/syntax";
import { codigoOfUf } from "../papelaria/chave.ts";
import { writeInstante } from "../papelaria/data-hora.ts";
import { leaf } from "../papelaria/write-xml.ts";
import type { Atendimento } from "./atendimento.ts";
import { type CStat, motivoOf } from "./motivos.ts";
import type { Elemento } from "./read-xml.ts";

/** The forms that every message and every answer share. */

export const VER_APLIC = "MALOTE-SIM-1.0";
const UF_PADRAO = "35";

/** The faults of form that all services share; null when the message is in order. */
export function findFormFault(atendimento: Atendimento): CStat | null {
  const { dadosMsg } = atendimento.pedido;
  if (atendimento.recusaCertificado) return atendimento.recusaCertificado;
  if (atendimento.transmissor === null) return "282";
  if (dadosMsg.filhos.some(hasPrefix)) return "404";
  if (hasBlanks(dadosMsg)) return "588";
  if (dadosMsg.filhos.length !== 1) return "215";
  return atendimento.parado;
}

function hasPrefix(elemento: Elemento): boolean {
  return elemento.prefixo !== "" || elemento.filhos.some(hasPrefix);
}

function hasBlanks(elemento: Elemento): boolean {
  const between = elemento.filhos.length > 0 && elemento.texto !== "";
  return between || elemento.filhos.some(hasBlanks);
}

/** What a message must look like. */
export type Forma<T extends string> = {
  raiz: string;
  namespace: string;
  versao: string;
  campos: readonly T[];
};

/** The texts of a message whose children must be exactly these, in this order; null for any other shape. */
export function readCampos<T extends string>(dadosMsg: Elemento, forma: Forma<T>): Record<T, string> | null {
  const [message] = dadosMsg.filhos;
  if (!message || message.nome !== forma.raiz || message.namespace !== forma.namespace) return null;
  if (message.atributos.versao !== forma.versao) return null;
  return readFolhas(message, forma);
}

/** The texts of an element's children, which must be leaves, exactly these, in this order. */
export function readFolhas<T extends string>(
  elemento: Elemento,
  { namespace, campos }: Pick<Forma<T>, "namespace" | "campos">,
): Record<T, string> | null {
  if (elemento.filhos.length !== campos.length) return null;
  const rightNames = elemento.filhos.every(
    (filho, index) =>
      filho.nome === campos[index] && filho.namespace === namespace && filho.filhos.length === 0,
  );
  if (!rightNames) return null;
  const texts = campos.map((nome, index): [T, string] => [nome, elemento.filhos[index]?.texto ?? ""]);
  return Object.fromEntries(texts) as Record<T, string>;
}

export function isAmbiente(text: string): text is "1" | "2" {
  return text === "1" || text === "2";
}

export function ambienteOf(text: string | undefined): "1" | "2" {
  return text === "2" ? "2" : "1";
}

/** The State of the door; of one that does not say, São Paulo. */
export function codigoDaPorta({ porta }: Pick<Atendimento, "porta">): string {
  const [uf] = porta?.ufs ?? [];
  return uf ? codigoOfUf(uf) : UF_PADRAO;
}

/** An instant as the State of this code writes it. */
export function dataHoraOf(agora: Date, cUF: string): string {
  return writeInstante(agora, zonaOfUf(ufOfCodigo(cUF) ?? ""));
}

type Cabecalho = {
  cStat: CStat;
  modelo: string;
  tpAmb: string | undefined;
  /** Of the answers that say which organ speaks. */
  cOrgao?: string;
  complemento?: string;
};

/** tpAmb, verAplic, cStat and xMotivo, with which every answer begins. */
export function writeCabecalho({ cStat, modelo, tpAmb, cOrgao, complemento = "" }: Cabecalho): string {
  return [
    leaf("tpAmb", ambienteOf(tpAmb)),
    leaf("verAplic", VER_APLIC),
    cOrgao === undefined ? "" : leaf("cOrgao", cOrgao),
    leaf("cStat", cStat),
    leaf("xMotivo", `${motivoOf(cStat, modelo)}${complemento}`),
  ].join("");
}
