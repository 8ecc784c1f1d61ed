import { type Enderecos, perguntas } from "./endereco.ts";

const CONSULTA = "MDFeConsulta/MDFeConsulta.asmx";
const STATUS = "MDFeStatusServico/MDFeStatusServico.asmx";

/** MDF-e: SVRS answers for every UF.
 * @source nfephp sped-mdfe, wsmdfe_3.00.xml (head of 2025-12 to 2026-06); ../shared/facts/sefaz-endpoints.tsv */
export const ENDERECOS_MDFE: Enderecos = {
  SVRS: {
    "1": perguntas("https://mdfe.svrs.rs.gov.br/ws/", CONSULTA, STATUS),
    "2": perguntas("https://mdfe-homologacao.svrs.rs.gov.br/ws/", CONSULTA, STATUS),
  },
};
