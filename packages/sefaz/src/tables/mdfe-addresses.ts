import { type Addresses, underBase } from "./addresses.ts";

const CONSULTA = "MDFeConsulta/MDFeConsulta.asmx";
const STATUS = "MDFeStatusServico/MDFeStatusServico.asmx";

/** MDF-e: SVRS serves every UF.
 * @source nfephp sped-mdfe, wsmdfe_3.00.xml (head of 2025-12 to 2026-06);
 * ../shared/facts/sefaz-endpoints.tsv */
export const MDFE_ADDRESSES: Addresses = {
  SVRS: {
    "1": underBase("https://mdfe.svrs.rs.gov.br/ws/", CONSULTA, STATUS),
    "2": underBase("https://mdfe-homologacao.svrs.rs.gov.br/ws/", CONSULTA, STATUS),
  },
};
