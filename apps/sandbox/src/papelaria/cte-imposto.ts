import { type Centavos, percentCentavos, writeCentavos } from "./decimal.ts";
import { calculateIbsCbs, writeIbsCbs } from "./ibs-cbs.ts";
import { element, leaf } from "./write-xml.ts";

const ICMS_INTERNO = "12.00";
const ICMS_INTERESTADUAL = "7.00";
const PARTE_PEDAGIO = "8.00";

/** Writes the group `vPrest`: the price of the service, toll included. */
export function writeVPrest(valor: Centavos): string {
  const total = writeCentavos(valor);
  return element("vPrest", leaf("vTPrest", total), leaf("vRec", total), writeComponentes(valor));
}

/** Writes freight and toll, which add up to the amount. */
export function writeComponentes(valor: Centavos): string {
  const pedagio = percentCentavos(valor, PARTE_PEDAGIO);
  const comp = (nome: string, parte: Centavos): string =>
    element("Comp", leaf("xNome", nome), leaf("vComp", writeCentavos(parte)));
  return comp("FRETE VALOR", valor - pedagio) + comp("PEDAGIO", pedagio);
}

/** Writes the group `imp`: ICMS at the rate of the route, IBS and CBS on the amount without ICMS.
 * @param extra the additional group of a CT-e OS, between ICMS and IBS/CBS */
export function writeImp(valor: Centavos, interestadual: boolean, extra = ""): string {
  const aliquota = interestadual ? ICMS_INTERESTADUAL : ICMS_INTERNO;
  const vICMS = percentCentavos(valor, aliquota);
  const icms = element(
    "ICMS00",
    leaf("CST", "00"),
    leaf("vBC", writeCentavos(valor)),
    leaf("pICMS", aliquota),
    leaf("vICMS", writeCentavos(vICMS)),
  );
  return element("imp", element("ICMS", icms), extra, writeIbsCbs(calculateIbsCbs(valor - vICMS)));
}
