import { ufOfCodigo, zonaOfUf } from "@malote/syntax";
import { codigoOfUf } from "../papelaria/chave.ts";
import { writeInstante } from "../papelaria/data-hora.ts";
import { leaf } from "../papelaria/write-xml.ts";
import type { Atendimento } from "./atendimento.ts";
import { type CStat, motivoOf } from "./motivos.ts";
import type { Elemento } from "./read-xml.ts";

/** Parts that all messages and responses share. */

export const VER_APLIC = "MALOTE-SIM-1.0";
const UF_PADRAO = "35";

/** The format faults common to all services; null when the message is valid. */
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

/** The required shape of a message. */
export type Forma<T extends string> = {
  raiz: string;
  namespace: string;
  versao: string;
  campos: readonly T[];
};

/**
 * Reads the texts of a message with exactly these children in this order; null for any other shape.
 */
export function readCampos<T extends string>(dadosMsg: Elemento, forma: Forma<T>): Record<T, string> | null {
  const [message] = dadosMsg.filhos;
  if (!message || message.nome !== forma.raiz || message.namespace !== forma.namespace) return null;
  if (message.atributos.versao !== forma.versao) return null;
  return readFolhas(message, forma);
}

/** Reads the texts of an element whose children are exactly these leaves in this order. */
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

/** The State of the endpoint; São Paulo when it names none. */
export function codigoDaPorta({ porta }: Pick<Atendimento, "porta">): string {
  const [uf] = porta?.ufs ?? [];
  return uf ? codigoOfUf(uf) : UF_PADRAO;
}

/** Formats an instant in the time zone of this State code. */
export function dataHoraOf(agora: Date, cUF: string): string {
  return writeInstante(agora, zonaOfUf(ufOfCodigo(cUF) ?? ""));
}

type Cabecalho = {
  cStat: CStat;
  modelo: string;
  tpAmb: string | undefined;
  /** For responses that name the organ. */
  cOrgao?: string;
  complemento?: string;
};

/** tpAmb, verAplic, cStat and xMotivo, which start every response. */
export function writeCabecalho({ cStat, modelo, tpAmb, cOrgao, complemento = "" }: Cabecalho): string {
  return [
    leaf("tpAmb", ambienteOf(tpAmb)),
    leaf("verAplic", VER_APLIC),
    cOrgao === undefined ? "" : leaf("cOrgao", cOrgao),
    leaf("cStat", cStat),
    leaf("xMotivo", `${motivoOf(cStat, modelo)}${complemento}`),
  ].join("");
}
