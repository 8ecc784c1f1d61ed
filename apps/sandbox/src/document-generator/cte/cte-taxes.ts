import { type Cents, percentOfCents, writeCents } from "../xml/cents.ts";
import { calculateIbsCbs, writeIbsCbs } from "../xml/ibs-cbs.ts";
import { element, leaf } from "../xml/write-xml.ts";

const ICMS_INTERNO = "12.00";
const ICMS_INTERESTADUAL = "7.00";
const TOLL_PERCENT = "8.00";

/** Writes the group `vPrest`: the price of the service, toll included. */
export function writeVPrest(valor: Cents): string {
  const total = writeCents(valor);
  return element("vPrest", leaf("vTPrest", total), leaf("vRec", total), writeComponents(valor));
}

/** Writes freight and toll, which add up to the amount. */
export function writeComponents(valor: Cents): string {
  const toll = percentOfCents(valor, TOLL_PERCENT);
  const comp = (nome: string, parte: Cents): string =>
    element("Comp", leaf("xNome", nome), leaf("vComp", writeCents(parte)));
  return comp("FRETE VALOR", valor - toll) + comp("PEDAGIO", toll);
}

/** Writes the group `imp`: ICMS at the rate of the route, IBS and CBS on the amount without ICMS.
 * @param extra the additional group of a CT-e OS, between ICMS and IBS/CBS */
export function writeImp(valor: Cents, interestadual: boolean, extra = ""): string {
  const aliquota = interestadual ? ICMS_INTERESTADUAL : ICMS_INTERNO;
  const vICMS = percentOfCents(valor, aliquota);
  const icms = element(
    "ICMS00",
    leaf("CST", "00"),
    leaf("vBC", writeCents(valor)),
    leaf("pICMS", aliquota),
    leaf("vICMS", writeCents(vICMS)),
  );
  return element("imp", element("ICMS", icms), extra, writeIbsCbs(calculateIbsCbs(valor - vICMS)));
}
