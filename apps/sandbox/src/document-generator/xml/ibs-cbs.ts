import { type Cents, percentOfCents, writeCents } from "./cents.ts";
import { element, leaf } from "./write-xml.ts";

/** The taxes of the consumption reform on a base, at the test rates of 2026.
 * @source LC 214/2025, arts. 343 and 346 */
export type IbsCbs = { vBCIbsCbs: Cents; vIBSUF: Cents; vCBS: Cents };

const IBS_UF = "0.1000";
const IBS_MUN = "0.0000";
const CBS = "0.9000";

export function calculateIbsCbs(vBCIbsCbs: Cents): IbsCbs {
  return {
    vBCIbsCbs,
    vIBSUF: percentOfCents(vBCIbsCbs, IBS_UF),
    vCBS: percentOfCents(vBCIbsCbs, CBS),
  };
}

/** Writes the group IBSCBS of an NF-e item or a CT-e.   @source NT 2025.002 (NF-e), NT 2025.001 (CT-e) */
export function writeIbsCbs(valores: IbsCbs): string {
  const vIBSUF = writeCents(valores.vIBSUF);
  return element(
    "IBSCBS",
    leaf("CST", "000"),
    leaf("cClassTrib", "000001"),
    element(
      "gIBSCBS",
      leaf("vBC", writeCents(valores.vBCIbsCbs)),
      element("gIBSUF", leaf("pIBSUF", IBS_UF), leaf("vIBSUF", vIBSUF)),
      element("gIBSMun", leaf("pIBSMun", IBS_MUN), leaf("vIBSMun", "0.00")),
      leaf("vIBS", vIBSUF),
      element("gCBS", leaf("pCBS", CBS), leaf("vCBS", writeCents(valores.vCBS))),
    ),
  );
}
