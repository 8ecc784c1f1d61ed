import type { XmlElement } from "../../xml/tree.ts";
import { onlyChildOf } from "../fields.ts";
import { anyGroupOf, type FieldText, firstTextOf, namedTextsOf } from "./text-fields.ts";

/** An address; `codigoMunicipio` is the IBGE code (9999999 abroad), `cep` has eight digits. */
export type CteAddress = Record<
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
export type CteParty = Record<
  "nome" | "fantasia" | "documento" | "ie" | "ieSt" | "crt" | "suframa" | "fone" | "email",
  FieldText
> & { endereco: CteAddress };

/** The tomador; `codigo` is its role: 0 remetente, 1 expedidor, 2 recebedor, 3 destinatário, 4 another. */
export type TomadorCte = { codigo: FieldText; indicadorIe: FieldText; parte: CteParty | null };

export type CteParties = Record<
  "emitente" | "remetente" | "expedidor" | "recebedor" | "destinatario",
  CteParty | null
>;

const ADDRESSES = ["enderEmit", "enderReme", "enderExped", "enderReceb", "enderDest", "enderToma"];

export function readCteParties(assinado: XmlElement): CteParties {
  return {
    emitente: readCteParty(onlyChildOf(assinado, "emit")),
    remetente: readCteParty(onlyChildOf(assinado, "rem")),
    expedidor: readCteParty(onlyChildOf(assinado, "exped")),
    recebedor: readCteParty(onlyChildOf(assinado, "receb")),
    destinatario: readCteParty(onlyChildOf(assinado, "dest")),
  };
}

/** The tomador: a code that refers to another party (toma3; toma03 before 4.00),
 * or a group with data (toma4; toma of a CT-e OS and of a simplified CT-e).
 * @source cteTiposBasico_v4.00.xsd (ide/toma3, ide/toma4, toma) */
export function readTomadorCte(assinado: XmlElement, parties: CteParties): TomadorCte {
  const ide = onlyChildOf(assinado, "ide");
  const own = onlyChildOf(assinado, "toma") ?? anyGroupOf(ide, ["toma4", "tomaTerceiro"]);
  const codigo = firstTextOf(anyGroupOf(ide, ["toma3", "toma03"]) ?? own, "toma");
  return {
    codigo,
    indicadorIe: firstTextOf(ide, "indIEToma") ?? firstTextOf(own, "indIEToma"),
    parte: partyOfCode(codigo, parties) ?? readCteParty(own),
  };
}

function partyOfCode(codigo: FieldText, parties: CteParties): CteParty | null {
  switch (codigo) {
    case "0":
      return parties.remetente;
    case "1":
      return parties.expedidor;
    case "2":
      return parties.recebedor;
    case "3":
      return parties.destinatario;
    default:
      return null;
  }
}

function readCteParty(element: XmlElement | null): CteParty | null {
  if (!element) return null;
  const address = anyGroupOf(element, ADDRESSES);
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
    fone: firstTextOf(element, "fone") ?? firstTextOf(address, "fone"),
    endereco: namedTextsOf(address, {
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
