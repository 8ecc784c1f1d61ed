import type { XmlElement } from "../../xml/tree.ts";
import { onlyChildOf } from "../campos.ts";
import { anyGroupOf, type FieldText, firstTextOf, namedTextsOf } from "./text-fields.ts";

/** An address; `codigoMunicipio` is the IBGE code (9999999 abroad), `cep` has eight digits. */
export type EnderecoCte = Record<
  | "logradouro"
  | "numero"
  | "complemento"
  | "bairro"
  | "codigoMunicipio"
  | "municipio"
  | "cep"
  | "uf"
  | "pais"
  | "fone",
  FieldText
>;

/** A party of a CT-e; `documento` is an unmasked CNPJ or CPF. */
export type ParteCte = Record<
  "nome" | "fantasia" | "documento" | "ie" | "ieSt" | "crt" | "suframa" | "fone" | "email",
  FieldText
> & { endereco: EnderecoCte };

/** The tomador; `codigo` is its role: 0 remetente, 1 expedidor, 2 recebedor, 3 destinatário, 4 another. */
export type TomadorCte = { codigo: FieldText; indicadorIe: FieldText; parte: ParteCte | null };

export type PartesCte = Record<
  "emitente" | "remetente" | "expedidor" | "recebedor" | "destinatario",
  ParteCte | null
>;

const ENDERECOS = ["enderEmit", "enderReme", "enderExped", "enderReceb", "enderDest", "enderToma"];

export function readPartesCte(assinado: XmlElement): PartesCte {
  return {
    emitente: readParteCte(onlyChildOf(assinado, "emit")),
    remetente: readParteCte(onlyChildOf(assinado, "rem")),
    expedidor: readParteCte(onlyChildOf(assinado, "exped")),
    recebedor: readParteCte(onlyChildOf(assinado, "receb")),
    destinatario: readParteCte(onlyChildOf(assinado, "dest")),
  };
}

/** The tomador: a code that refers to another party (toma3; toma03 before 4.00),
 * or a group with data (toma4; toma of a CT-e OS and of a simplified CT-e).
 * @source cteTiposBasico_v4.00.xsd (ide/toma3, ide/toma4, toma) */
export function readTomadorCte(assinado: XmlElement, partes: PartesCte): TomadorCte {
  const ide = onlyChildOf(assinado, "ide");
  const own = onlyChildOf(assinado, "toma") ?? anyGroupOf(ide, ["toma4", "tomaTerceiro"]);
  const codigo = firstTextOf(anyGroupOf(ide, ["toma3", "toma03"]) ?? own, "toma");
  return {
    codigo,
    indicadorIe: firstTextOf(ide, "indIEToma") ?? firstTextOf(own, "indIEToma"),
    parte: parteOfCodigo(codigo, partes) ?? readParteCte(own),
  };
}

function parteOfCodigo(codigo: FieldText, partes: PartesCte): ParteCte | null {
  switch (codigo) {
    case "0":
      return partes.remetente;
    case "1":
      return partes.expedidor;
    case "2":
      return partes.recebedor;
    case "3":
      return partes.destinatario;
    default:
      return null;
  }
}

function readParteCte(element: XmlElement | null): ParteCte | null {
  if (!element) return null;
  const endereco = anyGroupOf(element, ENDERECOS);
  return {
    ...namedTextsOf(element, {
      nome: "xNome",
      fantasia: "xFant",
      ie: "IE",
      ieSt: "IEST",
      crt: "CRT",
      suframa: "ISUF",
      email: "email",
    }),
    documento: firstTextOf(element, "CNPJ", "CPF"),
    fone: firstTextOf(element, "fone") ?? firstTextOf(endereco, "fone"),
    endereco: namedTextsOf(endereco, {
      logradouro: "xLgr",
      numero: "nro",
      complemento: "xCpl",
      bairro: "xBairro",
      codigoMunicipio: "cMun",
      municipio: "xMun",
      cep: "CEP",
      uf: "UF",
      pais: "xPais",
      fone: "fone",
    }),
  };
}
