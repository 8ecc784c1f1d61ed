import { ufOfCode, zoneOfUf } from "@malote/syntax";
import { codigoOfUf } from "../document-generator/documento/chave.ts";
import { writeDateTime } from "../document-generator/xml/date-time.ts";
import { leaf } from "../document-generator/xml/write-xml.ts";
import { type CStat, motivoOf } from "./motivos.ts";
import type { Elemento } from "./read-xml.ts";
import type { ServiceCall } from "./service-call.ts";

/** Parts that all messages and responses share. */

export const VER_APLIC = "MALOTE-SIM-1.0";
const UF_PADRAO = "35";

/** The format faults common to all services; null when the message is valid. */
export function findFormFault(call: ServiceCall): CStat | null {
  const { dadosMsg } = call.pedido;
  if (call.certificateFault) return call.certificateFault;
  if (call.transmissor === null) return "282";
  if (dadosMsg.filhos.some(hasPrefix)) return "404";
  if (hasBlanks(dadosMsg)) return "588";
  if (dadosMsg.filhos.length !== 1) return "215";
  return call.paused;
}

function hasPrefix(elemento: Elemento): boolean {
  return elemento.prefixo !== "" || elemento.filhos.some(hasPrefix);
}

function hasBlanks(elemento: Elemento): boolean {
  const between = elemento.filhos.length > 0 && elemento.texto !== "";
  return between || elemento.filhos.some(hasBlanks);
}

/** The required shape of a message. */
export type MessageShape<T extends string> = {
  raiz: string;
  namespace: string;
  versao: string;
  campos: readonly T[];
};

/**
 * Reads the texts of a message with exactly these children in this order; null for any other shape.
 */
export function readFields<T extends string>(
  dadosMsg: Elemento,
  shape: MessageShape<T>,
): Record<T, string> | null {
  const [message] = dadosMsg.filhos;
  if (!message || message.nome !== shape.raiz || message.namespace !== shape.namespace) return null;
  if (message.atributos.versao !== shape.versao) return null;
  return readLeaves(message, shape);
}

/** Reads the texts of an element whose children are exactly these leaves in this order. */
export function readLeaves<T extends string>(
  elemento: Elemento,
  { namespace, campos }: Pick<MessageShape<T>, "namespace" | "campos">,
): Record<T, string> | null {
  if (elemento.filhos.length !== campos.length) return null;
  const rightNames = elemento.filhos.every(
    (child, index) =>
      child.nome === campos[index] && child.namespace === namespace && child.filhos.length === 0,
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
export function codigoDaPorta({ porta }: Pick<ServiceCall, "porta">): string {
  const [uf] = porta?.ufs ?? [];
  return uf ? codigoOfUf(uf) : UF_PADRAO;
}

/** Formats an instant in the time zone of this State code. */
export function dateTimeOf(now: Date, cUF: string): string {
  return writeDateTime(now, zoneOfUf(ufOfCode(cUF) ?? ""));
}

type ResponseHeader = {
  cStat: CStat;
  modelo: string;
  tpAmb: string | undefined;
  /** For responses that name the organ. */
  cOrgao?: string;
  complemento?: string;
};

/** tpAmb, verAplic, cStat and xMotivo, which start every response. */
export function writeResponseHeader({
  cStat,
  modelo,
  tpAmb,
  cOrgao,
  complemento = "",
}: ResponseHeader): string {
  return [
    leaf("tpAmb", ambienteOf(tpAmb)),
    leaf("verAplic", VER_APLIC),
    cOrgao === undefined ? "" : leaf("cOrgao", cOrgao),
    leaf("cStat", cStat),
    leaf("xMotivo", `${motivoOf(cStat, modelo)}${complemento}`),
  ].join("");
}
