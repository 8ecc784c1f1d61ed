import type { PrintedNfe } from "@malote/dfe";
import { modulo11, UFS } from "@malote/syntax";
import { isPresent } from "./formats.ts";

/** FS and FS-DA: the form has a second bar code. */
const COM_FORMULARIO: ReadonlySet<string> = new Set(["2", "5"]);
const UF_EXTERIOR = "99";
const DECIMAL = /^[0-9]+(?:\.[0-9]+)?$/;
const AMOUNT_DIGITS = 14;
const FONT_SIZE = /^[0-9]{3}[0-9A-Z]{14}[0-9]{18}$/;
const CODES: ReadonlyMap<string, string> = new Map(UFS.map(({ sigla, codigo }) => [sigla, codigo]));

/** The 36 characters of the second bar code of a nota on a formulário de segurança; null for another nota,
 * or if its data is unreadable: UF and number of the recipient (99 and zeros abroad), amount, whether
 * there is ICMS and ST (1 yes, 2 no), day, check digit.
 * @source MOC NF-e 7.0, Anexo II, código de barras adicional */
export function contingencyDigits(form: PrintedNfe): string | null {
  const { tipoEmissao, destinatario, totais, emissao } = form;
  if (!COM_FORMULARIO.has(tipoEmissao ?? "")) return null;
  const uf = destinatario?.endereco.uf ?? "";
  const isExterior = uf === "EX";
  const documento = isExterior ? "" : (destinatario?.documento ?? null);
  const amounts = [totais.nota, totais.icms ?? "0", totais.st ?? "0"];
  if (documento === null || amounts.some((amount) => amount === null || !DECIMAL.test(amount))) return null;
  const body = [
    isExterior ? UF_EXTERIOR : CODES.get(uf),
    tipoEmissao,
    documento.padStart(14, "0"),
    toCents(totais.nota ?? ""),
    isPresent(totais.icms) ? "1" : "2",
    isPresent(totais.st) ? "1" : "2",
    emissao?.slice(8, 10),
  ].join("");
  return FONT_SIZE.test(body) ? `${body}${modulo11(body)}` : null;
}

function toCents(amount: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  return `${whole}${fraction.padEnd(2, "0").slice(0, 2)}`.padStart(AMOUNT_DIGITS, "0");
}
