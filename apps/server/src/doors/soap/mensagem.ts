import type { CampoSoap, Forma } from "@malote/contract";
import { escapeXml } from "./envelope.ts";
import type { Elemento } from "./read-xml.ts";

const XSI_NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil";
const INTEIRO = /^[+-]?[0-9]{1,15}$/;
const BOOLEANOS: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };
/** Without a prototype, whose names could collide with fields. */
const SEM_PROTOTIPO = (): Record<string, unknown> => Object.create(null);

/**
 * Reads the fields of a message for its schema. A value of the wrong type stays text, and unknown
 * fields are kept, so that the schema reports them.
 */
export function readCampos({ filhos }: Elemento, campos: readonly CampoSoap[]): Record<string, unknown> {
  const lidos = SEM_PROTOTIPO();
  const known = new Map(campos.map((campo) => [campo.nome, campo]));
  for (const filho of filhos) {
    const campo = known.get(filho.nome);
    if (campo === undefined) lidos[filho.nome] = filho.texto;
    else if (campo.forma.tipo === "lista") {
      const valor = readValor(filho, campo.forma.item);
      const before = lidos[filho.nome];
      if (Array.isArray(before)) before.push(valor);
      else lidos[filho.nome] = [valor];
    } else if (isNil(filho)) {
      if (campo.nulo) lidos[filho.nome] = null;
    } else lidos[filho.nome] = readValor(filho, campo.forma);
  }
  return lidos;
}

function readValor(elemento: Elemento, forma: Forma): unknown {
  const { texto } = elemento;
  const aparado = texto.trim();
  if (forma.tipo === "objeto") return { ...readCampos(elemento, forma.campos) };
  if (forma.tipo === "inteiro") return INTEIRO.test(aparado) ? Number(aparado) : texto;
  if (forma.tipo === "booleano") return BOOLEANOS[aparado] ?? texto;
  return texto;
}

function isNil({ atributos }: Elemento): boolean {
  return BOOLEANOS[atributos.get(XSI_NIL)?.trim() ?? ""] === true;
}

/** Elements of a response, in the order of its schema. */
export function writeCampos(valor: unknown, campos: readonly CampoSoap[]): string {
  const held = typeof valor === "object" && valor !== null ? (valor as Record<string, unknown>) : {};
  return campos.map(({ nome, forma }) => writeCampo(nome, held[nome], forma)).join("");
}

function writeCampo(nome: string, valor: unknown, forma: Forma): string {
  if (valor === null || valor === undefined) return "";
  if (forma.tipo !== "lista") return `<${nome}>${writeValor(valor, forma)}</${nome}>`;
  return Array.isArray(valor) ? valor.map((item) => writeCampo(nome, item, forma.item)).join("") : "";
}

function writeValor(valor: unknown, forma: Forma): string {
  if (forma.tipo === "objeto") return writeCampos(valor, forma.campos);
  if (forma.tipo === "json" || forma.tipo === "lista") return escapeXml(JSON.stringify(valor));
  if (forma.tipo === "binario") return Buffer.isBuffer(valor) ? valor.toString("base64") : "";
  return escapeXml(valor instanceof Date ? valor.toISOString() : String(valor));
}
