import { type Addresses, underBase as at } from "./addresses.ts";

/** NFC-e: autorizador → ambiente (1 produção, 2 homologação) → address of each service.
 * @source nfephp sped-nfe, wsnfe_4.00_mod65.xml (head of 2025-12 to 2026-06);
 * ../shared/facts/sefaz-endpoints.tsv */
export const NFCE_ADDRESSES: Addresses = {
  AM: {
    "1": at("https://nfce.sefaz.am.gov.br/nfce-services/services/", "NfeConsulta4", "NfeStatusServico4"),
    "2": at("https://homnfce.sefaz.am.gov.br/nfce-services/services/", "NfeConsulta4", "NfeStatusServico4"),
  },
  GO: {
    "1": at("https://nfe.sefaz.go.gov.br/nfe/services/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
    "2": at("https://homolog.sefaz.go.gov.br/nfe/services/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
  },
  MG: {
    "1": at("https://nfce.fazenda.mg.gov.br/nfce/services/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
    "2": at("https://hnfce.fazenda.mg.gov.br/nfce/services/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
  },
  MS: {
    "1": at("https://nfce.sefaz.ms.gov.br/ws/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
    "2": at("https://hom.nfce.sefaz.ms.gov.br/ws/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
  },
  MT: {
    "1": at("https://nfce.sefaz.mt.gov.br/nfcews/services/", "NfeConsulta4", "NfeStatusServico4"),
    "2": at("https://homologacao.sefaz.mt.gov.br/nfcews/services/", "NfeConsulta4", "NfeStatusServico4"),
  },
  PR: {
    "1": at("https://nfce.sefa.pr.gov.br/nfce/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
    "2": at("https://homologacao.nfce.sefa.pr.gov.br/nfce/", "NFeConsultaProtocolo4", "NFeStatusServico4"),
  },
  RS: {
    "1": at(
      "https://nfce.sefazrs.rs.gov.br/ws/",
      "NfeConsulta/NfeConsulta4.asmx",
      "NfeStatusServico/NfeStatusServico4.asmx",
    ),
    "2": at(
      "https://nfce-homologacao.sefazrs.rs.gov.br/ws/",
      "NfeConsulta/NfeConsulta4.asmx",
      "NfeStatusServico/NfeStatusServico4.asmx",
    ),
  },
  SP: {
    "1": at("https://nfce.fazenda.sp.gov.br/ws/", "NFeConsultaProtocolo4.asmx", "NFeStatusServico4.asmx"),
    "2": at(
      "https://homologacao.nfce.fazenda.sp.gov.br/ws/",
      "NFeConsultaProtocolo4.asmx",
      "NFeStatusServico4.asmx",
    ),
  },
  SVRS: {
    "1": at(
      "https://nfce.svrs.rs.gov.br/ws/",
      "NfeConsulta/NfeConsulta4.asmx",
      "NfeStatusServico/NfeStatusServico4.asmx",
    ),
    "2": at(
      "https://nfce-homologacao.svrs.rs.gov.br/ws/",
      "NfeConsulta/NfeConsulta4.asmx",
      "NfeStatusServico/NfeStatusServico4.asmx",
    ),
  },
};
