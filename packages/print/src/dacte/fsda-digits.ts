import type { PrintedCte } from "@malote/dfe";
import { modulo11, UFS } from "@malote/syntax";

const EXTERIOR = "99";
const CODES: ReadonlyMap<string, string> = new Map(UFS.map(({ sigla, codigo }) => [sigla, codigo]));
const FONT_SIZE = /^[0-9]{3}[0-9A-Z]{14}[0-9]{18}$/;

/** The 36 digits of the additional bar code of a CT-e on security paper. They name the recipient, else the
 * sender (of a CT-e OS, the tomador). Null if the document lacks the data.   @source MOC CT-e 4.00 anexo
 * II §2.19.2 */
export function fsdaDigits(form: PrintedCte): string | null {
  const { tributos, identificacao } = form;
  const party = form.documento === "cte" ? (form.destinatario ?? form.remetente) : form.tomador.parte;
  const uf = CODES.get(party?.endereco.uf ?? "") ?? EXTERIOR;
  const numero = uf === EXTERIOR ? "" : (party?.documento ?? "");
  const data = [
    uf,
    identificacao.emissao,
    numero.padStart(14, "0"),
    toCents(form.valores.total),
    tributos.icms?.caso === "proprio" ? "1" : "2",
    tributos.icms?.caso === "retido" ? "1" : "2",
    identificacao.emitidoEm?.slice(8, 10),
  ].join("");
  return FONT_SIZE.test(data) ? `${data}${modulo11(data)}` : null;
}

/** An amount in cents, 14 digits. */
function toCents(amount: string | null): string {
  const [whole = "0", fraction = ""] = (amount ?? "0").split(".");
  return `${whole}${fraction.padEnd(2, "0").slice(0, 2)}`.padStart(14, "0");
}
